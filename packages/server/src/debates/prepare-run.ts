import { createBudget, preparePanel } from "@rostrum/runtime/api";
import { ConfigError, omitUndefined } from "@rostrum/core/support";
import type { Budget, Journal, RunOptions } from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import { toHttpError, HttpError } from "../http-error.ts";
import type { PanelConfig } from "../options.ts";
import type { ConfigFor } from "../panels/request-config.ts";
import { combineBudgets, type Spending } from "../users/spending.ts";
import { type Order, writeOrigin } from "./debate-order.ts";
import { createToolRunner } from "./judge-tools.ts";
import type { LiveDebate, RunToEnd } from "./live-debate.ts";

/** Checks a request and prepares its debate. Throws before anything is spent. */
type PrepareRun = (
  order: Order,
  id: string,
  digest: string,
  journal: Journal,
  before?: DebateRecord,
) => RunToEnd;

/** Prepares debates that run in this process. Panels are checked once, until the settings change. */
export function createPrepareRun({
  configFor,
  spending,
  onAttempt,
}: {
  configFor: ConfigFor;
  spending: Pick<Spending, "budgetFor">;
  onAttempt: RunOptions["onAttempt"];
}): { prepareRun: PrepareRun; settingsChanged(): void } {
  let prepared = new WeakMap<PanelConfig, ReturnType<typeof preparePanel>>();

  function prepare(config: PanelConfig): ReturnType<typeof preparePanel> {
    const panel = prepared.get(config) ?? preparePanel(config);
    prepared.set(config, panel);
    return panel;
  }

  const prepareRun: PrepareRun = (order, id, digest, journal, before) => {
    const { request, question, user, fork, follow, tools } = order;
    const config = configFor(request, order.saved, order.learned);
    const budget = limitBudget(config.budget, spending.budgetFor(id, user));
    const runConfig = { journal, ...omitUndefined({ budget }) };
    const options: RunOptions = {
      id,
      metadata: writeOrigin(order, digest),
      ...(onAttempt ? { onAttempt } : {}),
      ...omitUndefined({
        userId: user.name ?? undefined,
        teamId: user.team ?? undefined,
        projectId: user.project ?? undefined,
      }),
    };
    if (tools) {
      const run = {
        config: { ...config, ...runConfig },
        order: { ...order, tools },
        options,
        before,
      };
      return createToolRunner(run);
    }
    const debate = prepare(config)(runConfig);
    return (run) =>
      // A resumed run has its fork in the journal, and the debate that it follows up in its context.
      follow && !before
        ? debate.follow(follow.id, question, { ...follow, ...options, ...run })
        : fork && !before
          ? debate.fork(fork.id, { fromRound: fork.fromRound }, { ...options, ...run })
          : debate.run(question, { ...options, ...run });
  };

  return {
    prepareRun,
    settingsChanged() {
      prepared = new WeakMap();
    },
  };
}

/** Combines the debate's own caps with the limits of its user and team. */
function limitBudget(
  panelBudget: PanelConfig["budget"],
  shared: Budget | null,
): PanelConfig["budget"] {
  if (shared === null) return panelBudget;
  if (panelBudget === undefined) return shared;
  const ownIsShared = "open" in panelBudget;
  return combineBudgets(ownIsShared ? panelBudget : createBudget(panelBudget), shared, ownIsShared);
}

/** Waits until a debate has begun. Rejects with the reason if it can't begin. */
export async function waitUntilBegun({ begun }: Pick<LiveDebate, "begun">): Promise<void> {
  try {
    await begun;
  } catch (error) {
    throw explainStartFailure(error);
  }
}

/** Explains why a debate did not begin: the request was wrong, or a model of the panel is not available. */
export function explainStartFailure(error: unknown): HttpError {
  const httpError = toHttpError(error);
  const noModel = error instanceof ConfigError && /\.(?:model|fallback)$/.test(error.field);
  return noModel ? new HttpError(503, "panel_unavailable", httpError.message) : httpError;
}

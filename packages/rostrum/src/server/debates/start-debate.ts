import type { RunOptions } from "../../protocol/options.ts";
import { Debate } from "../../api/index.ts";
import { ConfigError } from "../../errors.ts";
import type { Journal } from "../../protocol/journal.ts";
import type { DebateRecord } from "../../record/index.ts";
import { asHttpError, HttpError } from "../http-error.ts";
import type { ConfigFor } from "../panels/request-config.ts";
import type { Spending } from "../users/spending.ts";
import type { RunToEnd } from "./live-debate.ts";
import { type Order, originOfOrder } from "./debate-order.ts";
import { runnerWithTools } from "./judge-tools.ts";
import { budgetFor } from "./run-budget.ts";
import { sharedDebates } from "./shared-debates.ts";

/** Checks a request and prepares its debate. Throws before anything is spent. */
export type StarterOf = (
  order: Order,
  id: string,
  digest: string,
  before?: DebateRecord,
  journal?: Journal,
) => RunToEnd;

export function localRunner(
  own: Journal,
  configFor: ConfigFor,
  spending: Pick<Spending, "budgetFor">,
): StarterOf {
  const shared = sharedDebates(own);
  return (order, id, digest, before, journal = own) => {
    const { request, question, user, fork, follow } = order;
    const config = configFor(request, order.saved);
    const budget = budgetFor(config.budget, spending.budgetFor(id, user));
    const options: RunOptions = {
      id,
      metadata: originOfOrder(order, digest),
      ...(user.name === null ? {} : { userId: user.name }),
      ...(user.team === null ? {} : { teamId: user.team }),
    };
    const { tools } = order;
    if (budget === config.budget && !tools && !fork && !follow) {
      const { run: runShared } = shared(config);
      return (run) =>
        runShared(id, journal, (debate) => debate.run(question, { ...options, ...run }));
    }
    const debate = new Debate({ ...config, journal, ...(budget === undefined ? {} : { budget }) });
    if (tools) {
      const whole = { ...config, journal, ...(budget === undefined ? {} : { budget }) };
      return runnerWithTools({ config: whole, order: { ...order, tools }, options, before });
    }
    return (run) =>
      // A resumed run knows from the journal what it was forked from, and has in its context what it follows up.
      follow && !before
        ? debate.follow(follow.id, question, { ...follow, ...options, ...run })
        : fork && !before
          ? debate.fork(fork.id, { fromRound: fork.fromRound }, { ...options, ...run })
          : debate.run(question, { ...options, ...run });
  };
}

/** Why a debate did not begin: the request was wrong, or a model of the panel is not available. */
export function startFailure(error: unknown): HttpError {
  if (error instanceof ConfigError && /\.(?:model|fallback)$/.test(error.field)) {
    const { status: _status, message } = asHttpError(error);
    return new HttpError(503, "panel_unavailable", message);
  }
  return asHttpError(error);
}

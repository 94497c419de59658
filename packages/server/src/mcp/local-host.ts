import { setTimeout as sleep } from "node:timers/promises";
import {
  completeQuestion,
  createShortId,
  endAbandoned,
  restoreQuestion,
} from "@rostrum/runtime/api";
import { BudgetExceededError, ConfigError, omitUndefined } from "@rostrum/core/support";
import type { DebateConfig, StoredRun } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { fold } from "@rostrum/core/record";
import { titleReviews, titleRun } from "@rostrum/core/export";
import { createFindRemote, type RemoteDebate } from "../debates/remote-debate.ts";
import { requestCancel } from "./cancel-request.ts";
import { findDebateId, findParent } from "./find-debate-id.ts";
import { MCP_KEY, type ListedRun, type McpHost, type McpRun } from "./host.ts";
import { runLive, type McpLiveRun } from "./live-run.ts";
import { createPanelConfigs } from "./panel-configs.ts";
import { readOrigin, type McpRunOrigin } from "./run-origin.ts";
import { createRunningDebates } from "./running-debates.ts";

const CANCEL_REASON = "the client cancelled it";
/** How long the process that runs a debate may take to end it. */
const OWNER_TIMEOUT_MS = 15_000;

/** Options of `localHost()`. */
export interface LocalHostOptions {
  /** Panels by name; the first is the default. */
  panels: Record<string, Omit<DebateConfig<unknown>, "journal">>;
  /** Names of panels that nobody configured. Each of their debates gets a spending limit if prices are known. */
  discovered?: readonly string[] | undefined;
  /** Store of the debates. */
  journal: RunStore;
  /** Something that callers should know. */
  notice?: string | undefined;
  /** The folder whose repository reviews read. Default: none, so that callers pass documents. */
  folder?: string | undefined;
  /** The command that prints a debate, for people. Default: none. */
  showCommand?: ((id: string) => string) | undefined;
}

/** An MCP host that runs debates in its own process. */
export interface LocalHost extends McpHost {
  /** Resolves when no debate runs any more, except those that wait for a person. */
  idle(): Promise<void>;
  /** Ends the debates that still run. Resolves when what they have so far is stored. */
  close(): Promise<void>;
}

/** Runs debates in this process, for `rostrum mcp` over standard input and output. */
export function localHost(options: LocalHostOptions): LocalHost {
  const { panels, discovered = [], journal, notice, folder, showCommand } = options;
  const configs = createPanelConfigs(panels, discovered, journal);
  const { names } = configs;
  const running = createRunningDebates(journal);
  const findRemote = createFindRemote(journal);

  async function begin(live: McpLiveRun): Promise<McpRun> {
    running.add(live);
    await live.begun;
    return live;
  }

  /** Resumes a debate whose process is gone. No journaled call is made again. */
  async function resume(stored: StoredRun): Promise<McpRun> {
    const { id } = stored;
    const { started } = fold(stored.events);
    const origin = readOrigin(started);
    if (!started || !origin)
      throw new ConfigError("id", `"${id}" was interrupted, and was not started over MCP`);
    const { panel, ...settings } = origin;
    const debate = configs.createDebate(panel, settings);
    const question = restoreQuestion(stored, started);
    const { metadata } = started;
    const run = (runOptions: object): Promise<unknown> =>
      debate.run(question, { ...runOptions, id, ...{ metadata } });
    return begin(runLive(id, debate, run, stored.events));
  }

  return {
    panels: names,
    reviewPanels: names.filter((name) => canReview(panels[name])),
    notice,
    folder,
    ...omitUndefined({ showCommand }),
    createId: createShortId,
    async start(request) {
      const { id, question, context, follow, panel: requestedPanel, ...requested } = request;
      const parent = follow && (await findParent(journal, follow.id));
      const panel = requestedPanel ?? readOrigin(parent?.started ?? null)?.panel ?? names[0] ?? "";
      const fullQuestion = context === undefined ? question : { text: question, context };
      const followed = parent && { id: parent.id, carry: follow?.carry };
      const completed = await completeQuestion(journal, fullQuestion, followed);
      const settings = await configs.addLimit(panel, requested, completed);
      const debate = configs.createDebate(panel, settings);
      const plan = await debate.plan(completed);
      if (plan.shortage?.smallestCap !== undefined) throw new BudgetExceededError(plan.shortage);
      const estimate = { typicalUsd: plan.usd.typical, maxUsd: plan.usd.max };
      const origin: McpRunOrigin = omitUndefined({ ...settings, panel, folder, estimate });
      const run = (runOptions: object): Promise<unknown> => {
        const runAll = { ...runOptions, id, metadata: { [MCP_KEY]: origin } };
        if (followed === undefined) return debate.run(fullQuestion, runAll);
        const { id: earlier, ...carried } = omitUndefined(followed);
        return debate.follow(earlier, fullQuestion, { ...runAll, ...carried });
      };
      return begin(runLive(id, debate, run));
    },
    async find(idOrPrefix, { resume: mayResume = false } = {}) {
      const id = running.get(idOrPrefix)?.id ?? (await findDebateId(journal, idOrPrefix));
      const live = running.get(id);
      if (live) return live;
      const stored = await journal.read(id);
      if (!stored) return null;
      const isInterrupted =
        stored.status === "running" && (await journal.listUnowned()).includes(id);
      // Another call may have resumed it meanwhile.
      if (isInterrupted && mayResume) return running.get(id) ?? resume(stored);
      const remote = await findRemote(id);
      return remote && describeRemote(remote, journal, isInterrupted ? stored : null);
    },
    async recent(limit) {
      const { runs } = await journal.list({ limit: limit * 2 });
      const unowned = new Set(await journal.listUnowned());
      const titles = await titleReviews(journal, runs);
      const listed = await Promise.all(
        runs.map(async (run): Promise<ListedRun> => {
          const [started] = (await journal.eventsFrom(run.id, 0)) ?? [];
          const origin = started?.type === "debate.started" ? readOrigin(started) : null;
          const title = titleRun(run, titles.get(run.id));
          const isInterrupted = unowned.has(run.id) && running.get(run.id) === undefined;
          return { ...run, title, isInterrupted, ...omitUndefined({ folder: origin?.folder }) };
        }),
      );
      const isElsewhere = (run: ListedRun): number => Number(run.folder !== folder);
      return listed.toSorted((a, b) => isElsewhere(a) - isElsewhere(b)).slice(0, limit);
    },
    idle: () => running.idle(),
    close: () => running.cancelAll(),
  };
}

/** False for a panel of embedded networks alone, which only do arithmetic. */
function canReview(config: LocalHostOptions["panels"][string] | undefined): boolean {
  const members = [config?.debaters ?? []].flat();
  return members.some((member) => {
    const model: unknown = Object(member) === member ? Object(member).model : member;
    return typeof model !== "string" || !/^embedded\b/.test(model);
  });
}

/** A debate that is over, or that another process runs. */
function describeRemote(
  remote: RemoteDebate,
  journal: RunStore,
  interrupted: StoredRun | null,
): McpRun {
  const { id } = remote;
  return {
    id,
    own: false,
    isInterrupted: interrupted !== null,
    get over() {
      return remote.over;
    },
    record: () => fold(remote.events),
    listen: (changed) => remote.listen({ changed }),
    async cancel() {
      if (interrupted) await endAbandoned(journal, interrupted, CANCEL_REASON);
      else await requestCancel(journal, id);
      // The events of its end are read from the journal.
      await Promise.race([remote.result.catch(() => undefined), sleep(OWNER_TIMEOUT_MS)]);
      if (!remote.over)
        throw new ConfigError("id", `"${id}" runs in another process, which doesn't answer`);
    },
    speak: () =>
      Promise.reject(new ConfigError("id", `"${id}" runs in another process: speak there`)),
  };
}

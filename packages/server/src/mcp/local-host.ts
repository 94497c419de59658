import { setTimeout as sleep } from "node:timers/promises";
import {
  asksForFindings,
  completeQuestion,
  createShortId,
  Debate,
  endAbandoned,
  omitVotingSettings,
  restoreQuestion,
  suggestLimit,
} from "@rostrum/runtime/api";
import { addRepositoryTools } from "@rostrum/runtime/repository";
import {
  BudgetExceededError,
  ConfigError,
  omitUndefined,
  toOneLine,
  wasStopped,
} from "@rostrum/core/support";
import type { DebateConfig, Question, StartedEvent, StoredRun } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { fold } from "@rostrum/core/record";
import { titleReviews, titleRun } from "@rostrum/core/export";
import { combineCaps } from "../panels/panel-models.ts";
import { createFindRemote, type RemoteDebate } from "../debates/remote-debate.ts";
import { requestCancel, watchCancel } from "./cancel-request.ts";
import { MCP_KEY, type ListedRun, type McpHost, type McpQuestion, type McpRun } from "./host.ts";
import { runLive, type McpLiveRun } from "./live-run.ts";
import type { CostEstimate } from "./outcome.ts";

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
  const names = Object.keys(panels);
  const running = new Map<string, McpLiveRun>();
  const findRemote = createFindRemote(journal);
  if (names.length === 0) throw new ConfigError("panels", "expected at least one panel, got none");

  function createConfig(
    panel: string,
    { rounds, answer, report, budget }: Settings,
  ): Record<string, unknown> {
    const config = Object.hasOwn(panels, panel) ? panels[panel] : undefined;
    if (!config)
      throw new ConfigError("panel", `expected one of ${names.join(", ")}, got "${panel}"`);
    // The panel's config may name the model that writes the report.
    const panelReport = typeof config.report === "object" ? config.report : {};
    const requestedReport = report === undefined ? undefined : { ...panelReport, type: report };
    const changes = omitUndefined({
      ...{ rounds, answer, report: requestedReport },
      budget: combineCaps([config.budget, budget], "budget"),
    });
    const kept = asksForFindings(changes) ? omitVotingSettings(config, changes) : config;
    return { ...kept, ...changes, journal };
  }

  function createDebate(panel: string, settings: Settings): Debate<unknown> {
    const { repository } = settings;
    const config = createConfig(panel, settings);
    const equipped = repository ? addRepositoryTools(config, repository) : config;
    return new Debate(equipped as unknown as DebateConfig<unknown>);
  }

  /** Adds a spending limit for a panel that nobody configured. */
  async function addLimit(
    panel: string,
    settings: Settings,
    question: Question,
  ): Promise<Settings> {
    const { budget } = settings;
    if (!discovered.includes(panel) || budget?.usd !== undefined) return settings;
    const config = createConfig(panel, settings) as unknown as DebateConfig<never>;
    const usd = await suggestLimit(config, question);
    return usd === null ? settings : { ...settings, budget: { ...budget, usd } };
  }

  async function findPanelName({ panel, follow }: McpQuestion): Promise<string> {
    const earlier = follow && panel === undefined ? await journal.read(follow.id) : undefined;
    const origin = earlier && readOrigin(fold(earlier.events).started);
    return panel ?? origin?.panel ?? names[0] ?? "";
  }

  function track(live: McpLiveRun): McpLiveRun {
    running.set(live.id, live);
    const stopWatching = watchCancel(journal, live.id, () => void live.cancel());
    void live.ended.then(() => {
      running.delete(live.id);
      stopWatching();
    });
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
    const debate = createDebate(panel, settings);
    const question = restoreQuestion(stored, started.question, started.context ?? []);
    const { metadata } = started;
    const run = (runOptions: object): Promise<unknown> =>
      debate.run(question, { ...runOptions, id, ...{ metadata } });
    const live = track(runLive(id, debate, run, stored.events));
    await live.begun;
    return live;
  }

  /** Full id of a debate, from its id or the beginning of it. The same text if no debate or several have it. */
  async function completeId(id: string): Promise<string> {
    if ((await journal.eventsFrom(id, 0)) !== undefined) return id;
    const { runs } = await journal.list({ search: id, limit: 100 });
    const [match, second] = runs.filter((run) => run.id.startsWith(id));
    return match === undefined || second !== undefined ? id : match.id;
  }

  /** Full id of a debate that can be followed up. */
  async function findParent(idOrPrefix: string): Promise<string> {
    const id = await completeId(idOrPrefix);
    const stored = await journal.read(id);
    if (!stored) throw new ConfigError("id", `there is no debate "${toOneLine(idOrPrefix)}"`);
    const { status, error } = fold(stored.events);
    if (status === "completed") return id;
    const state = wasStopped(error)
      ? "was cancelled"
      : status === "failed"
        ? "failed"
        : "is not finished yet";
    throw new ConfigError("id", `debate "${id}" ${state}, so there is no answer to follow up`);
  }

  return {
    panels: names,
    reviewPanels: names.filter((name) => canReview(panels[name])),
    notice,
    folder,
    ...omitUndefined({ showCommand }),
    createId: createShortId,
    async start(request) {
      const { id, question, context, follow, ...requested } = request;
      const parent = follow && (await findParent(follow.id));
      const panel = await findPanelName(request);
      const fullQuestion = context === undefined ? question : { text: question, context };
      const followed = parent === undefined ? undefined : { id: parent, carry: follow?.carry };
      const completed = await completeQuestion(journal, fullQuestion, followed);
      const settings = await addLimit(panel, requested, completed);
      const debate = createDebate(panel, settings);
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
      const live = track(runLive(id, debate, run));
      await live.begun;
      return live;
    },
    async find(idOrPrefix, { resume: mayResume = false } = {}) {
      const id = running.has(idOrPrefix) ? idOrPrefix : await completeId(idOrPrefix);
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
          const isInterrupted = unowned.has(run.id) && !running.has(run.id);
          return { ...run, title, isInterrupted, ...omitUndefined({ folder: origin?.folder }) };
        }),
      );
      const isElsewhere = (run: ListedRun): number => Number(run.folder !== folder);
      return listed.toSorted((a, b) => isElsewhere(a) - isElsewhere(b)).slice(0, limit);
    },
    async idle() {
      while (running.size > 0) {
        const first = [...running.values()].find((live) => !live.isWaiting());
        if (!first) return;
        const changed = Promise.withResolvers<void>();
        const stopListening = first.listen(changed.resolve);
        await Promise.race([first.ended, changed.promise]);
        stopListening();
      }
    },
    async close() {
      const all = [...running.values()];
      await Promise.all(all.map((live) => live.cancel()));
    },
  };
}

/** Request of a debate, stored in its metadata so that another process can resume it. */
type McpRunOrigin = Settings & {
  panel: string;
  folder?: string | undefined;
  estimate?: CostEstimate | undefined;
};
type Settings = Pick<
  McpQuestion,
  "rounds" | "answer" | "report" | "repository" | "budget" | "reviewed"
>;

/** False for a panel of embedded networks alone, which only do arithmetic. */
function canReview(config: LocalHostOptions["panels"][string] | undefined): boolean {
  const members = [config?.debaters ?? []].flat();
  return members.some((member) => {
    const model: unknown = Object(member) === member ? Object(member).model : member;
    return typeof model !== "string" || !/^embedded\b/.test(model);
  });
}

function readOrigin(started: StartedEvent | null): McpRunOrigin | null {
  const origin = started?.metadata?.[MCP_KEY] as Partial<McpRunOrigin> | undefined;
  return typeof origin?.panel === "string" ? (origin as McpRunOrigin) : null;
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

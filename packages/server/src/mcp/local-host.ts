import { Debate, restoreQuestion, suggestLimit, type Carry } from "@rostrum/runtime/api";
import { addRepositoryTools } from "@rostrum/runtime/repository";
import { ConfigError, omitUndefined } from "@rostrum/core/support";
import type {
  DebateConfig,
  Question,
  RunStore,
  StartedEvent,
  StoredRun,
} from "@rostrum/core/protocol";
import { fold } from "@rostrum/core/record";
import { createFindRemote, type RemoteDebate } from "../debates/remote-debate.ts";
import { MCP_KEY, type McpHost, type McpQuestion, type McpRun } from "./host.ts";
import { runLive, type LiveRun } from "./live-run.ts";

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
}

/** An MCP host that runs debates in its own process. */
export interface LocalHost extends McpHost {
  /** Resolves when no debate runs any more, except those that wait for a person. */
  idle(): Promise<void>;
  /** Ends the debates that still run. Resolves when what they have so far is stored. */
  close(): Promise<void>;
}

/** Runs debates in this process, for `rostrum mcp` over standard input and output. */
export function localHost({
  panels,
  discovered = [],
  journal,
  notice,
  folder,
}: LocalHostOptions): LocalHost {
  const names = Object.keys(panels);
  const running = new Map<string, LiveRun>();
  const findRemote = createFindRemote(journal);
  if (names.length === 0) throw new ConfigError("panels", "expected at least one panel, got none");

  function createConfig(
    panel: string,
    { rounds, answer, report, maxCost }: Settings,
  ): Record<string, unknown> {
    const config = Object.hasOwn(panels, panel) ? panels[panel] : undefined;
    if (!config)
      throw new ConfigError("panel", `expected one of ${names.join(", ")}, got "${panel}"`);
    // The panel's config may name the model that writes the report.
    const panelReport = typeof config.report === "object" ? config.report : {};
    const requestedReport = report === undefined ? undefined : { ...panelReport, type: report };
    const budget = maxCost === undefined ? undefined : { usd: maxCost };
    const changes = omitUndefined({ rounds, answer, report: requestedReport, budget });
    return { ...config, ...changes, journal };
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
    if (!discovered.includes(panel)) return settings;
    const config = createConfig(panel, settings) as unknown as DebateConfig<never>;
    const maxCost = await suggestLimit(config, question);
    return maxCost === null ? settings : { ...settings, maxCost };
  }

  async function findPanelName({ panel, follow }: McpQuestion): Promise<string> {
    const earlier = follow && panel === undefined ? await journal.read(follow.id) : undefined;
    const origin = earlier && readOrigin(fold(earlier.events).started);
    return panel ?? origin?.panel ?? names[0] ?? "";
  }

  function track(live: LiveRun): LiveRun {
    running.set(live.id, live);
    void live.ended.then(() => running.delete(live.id));
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
    const live = track(
      runLive(id, debate, (run) => debate.run(question, { ...run, id, ...{ metadata } })),
    );
    await live.begun;
    return live;
  }

  return {
    panels: names,
    notice,
    folder,
    async start(request) {
      const { id, question, context, follow, ...requested } = request;
      const panel = await findPanelName(request);
      const fullQuestion = context === undefined ? question : { text: question, context };
      const settings = await addLimit(panel, requested, fullQuestion);
      const debate = createDebate(panel, settings);
      const origin: Origin = omitUndefined({ ...settings, panel });
      const live = track(
        runLive(id, debate, (run) => {
          const options = { ...run, id, metadata: { [MCP_KEY]: origin } };
          if (!follow) return debate.run(fullQuestion, options);
          const carry: { carry?: Carry } = omitUndefined({ carry: follow.carry });
          return debate.follow(follow.id, fullQuestion, { ...options, ...carry });
        }),
      );
      await live.begun;
      return live;
    },
    async find(id) {
      const live = running.get(id);
      if (live) return live;
      const stored = await journal.read(id);
      if (!stored) return null;
      const isCutOff = stored.status === "running" && (await journal.unheld()).includes(id);
      // Another call may have resumed it meanwhile.
      if (isCutOff) return running.get(id) ?? resume(stored);
      const remote = await findRemote(id);
      return remote && describeRemote(remote);
    },
    recent: async (limit) => (await journal.list({ limit })).runs,
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
type Origin = Settings & { panel: string };
type Settings = Pick<McpQuestion, "rounds" | "answer" | "report" | "repository" | "notes"> & {
  /** Spending limit in US dollars. */
  maxCost?: number;
};

function readOrigin(started: StartedEvent | null): Origin | null {
  const origin = started?.metadata?.[MCP_KEY] as Partial<Origin> | undefined;
  return typeof origin?.panel === "string" ? (origin as Origin) : null;
}

/** A debate that is over, or that another process runs. */
function describeRemote(remote: RemoteDebate): McpRun {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new ConfigError("id", `"${remote.id}" runs in another process: use that process`),
    );
  return {
    id: remote.id,
    own: false,
    get over() {
      return remote.over;
    },
    record: () => fold(remote.events),
    listen: (changed) => remote.listen({ changed }),
    cancel: refuse,
    speak: refuse,
  };
}

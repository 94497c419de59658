import { Debate, type Carry } from "@rostrum/core/api";
import { addRepositoryTools } from "@rostrum/core/repository";
import { AbortError, ConfigError } from "@rostrum/core/support";
import { omitUndefined } from "@rostrum/core/support";
import type { DebateEvent, StoredEvent } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/core/protocol";
import type { DebateConfig } from "@rostrum/core/protocol";
import { fold, type DebateRecord } from "@rostrum/core/record";
import { MCP_KEY, type McpHost, type McpQuestion, type McpRun } from "./host.ts";

/** Options of `localHost()`. */
export interface LocalHostOptions {
  /** Panels by name; the first is the default. */
  panels: Record<string, Omit<DebateConfig<unknown>, "journal">>;
  /** Where debates are kept and looked up. */
  journal: RunStore;
  /** Something that callers should know. */
  notice?: string | undefined;
  /** The folder whose repository reviews read. Default: none, so that callers pass documents. */
  folder?: string | undefined;
}

/** An MCP host that runs debates in its own process. */
export interface LocalHost extends McpHost {
  /** Ends the debates that still run. Resolves when what they have so far is stored. */
  close(): Promise<void>;
}

/** Runs debates in this process, for `rostrum mcp` over standard input and output. */
export function localHost({ panels, journal, notice, folder }: LocalHostOptions): LocalHost {
  const names = Object.keys(panels);
  const running = new Map<string, LiveRun>();
  if (names.length === 0) throw new ConfigError("panels", "expected at least one panel, got none");

  function createDebate(panel: string, asked: McpQuestion): Debate<unknown> {
    const { rounds, answer, report, repository } = asked;
    const config = Object.hasOwn(panels, panel) ? panels[panel] : undefined;
    if (!config)
      throw new ConfigError("panel", `expected one of ${names.join(", ")}, got "${panel}"`);
    // The panel's config may name the model that writes the report.
    const own = typeof config.report === "object" ? config.report : {};
    const wanted = report === undefined ? undefined : { ...own, type: report };
    const changes = omitUndefined({ rounds, answer, report: wanted });
    const changed: Record<string, unknown> = { ...config, ...changes, journal };
    const equipped = repository ? addRepositoryTools(changed, repository) : changed;
    return new Debate(equipped as unknown as DebateConfig<unknown>);
  }

  async function readRecord(id: string): Promise<DebateRecord | null> {
    const run = await journal.read(id);
    return run ? fold(run.events) : null;
  }

  async function findPanelName({ panel, follow }: McpQuestion): Promise<string> {
    const earlier = follow && panel === undefined ? await readRecord(follow.id) : null;
    const { panel: named } = Object(earlier?.started?.metadata?.[MCP_KEY]) as { panel?: unknown };
    return panel ?? (typeof named === "string" ? named : (names[0] ?? ""));
  }

  return {
    panels: names,
    notice,
    folder,
    async start(wanted) {
      const { id, question, context, follow, notes } = wanted;
      const panel = await findPanelName(wanted);
      const debate = createDebate(panel, wanted);
      const asked = context === undefined ? question : { text: question, context };
      const live = runLive(id, debate, (run) => {
        const given = { ...run, id, metadata: { [MCP_KEY]: omitUndefined({ panel, notes }) } };
        if (!follow) return debate.run(asked, given);
        const carry: { carry?: Carry } = omitUndefined({ carry: follow.carry });
        return debate.follow(follow.id, asked, { ...given, ...carry });
      });
      running.set(id, live);
      void live.ended.then(() => running.delete(id));
      await live.begun;
      return live;
    },
    async find(id) {
      const live = running.get(id);
      if (live) return live;
      const record = await readRecord(id);
      return record && createStoredRun(id, record);
    },
    recent: async (limit) => (await journal.list({ limit })).runs,
    async close() {
      const all = [...running.values()];
      await Promise.all(all.map((live) => live.cancel()));
    },
  };
}

interface LiveRun extends McpRun {
  /** Resolves with the first event; rejects when the debate ends without any. */
  begun: Promise<void>;
  /** Resolves when it is over, however it ended. */
  ended: Promise<void>;
}

function runLive(
  id: string,
  debate: Debate<unknown>,
  run: (given: { signal: AbortSignal; onEvent(event: DebateEvent): void }) => Promise<unknown>,
): LiveRun {
  const controller = new AbortController();
  const events: StoredEvent[] = [];
  const listeners = new Set<() => void>();
  const begun = Promise.withResolvers<void>();
  let over = false;
  const tell = (): void => listeners.forEach((listener) => listener());

  function onEvent(event: DebateEvent): void {
    if (event.type === "debate.delta") return;
    events.push(event);
    begun.resolve();
    tell();
  }

  const end = (error?: unknown): void => {
    over = true;
    begun.reject(error ?? new AbortError());
    tell();
  };
  const ended = run({ signal: controller.signal, onEvent }).then(() => end(), end);
  // Whoever started it is told; nobody else waits for it.
  begun.promise.catch(() => undefined);
  return {
    id,
    own: true,
    begun: begun.promise,
    ended,
    get over() {
      return over;
    },
    record: () => fold(events),
    listen(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    async cancel() {
      controller.abort(new AbortError("the client cancelled it"));
      await ended;
    },
    speak: (name, text) => debate.speak(id, name, text),
  };
}

/** A debate that doesn't run in this process. One that seems to run does so elsewhere, or was cut off. */
function createStoredRun(id: string, record: DebateRecord): McpRun {
  const refuse = (): Promise<never> =>
    Promise.reject(new ConfigError("id", `"${id}" does not run in this process`));
  return {
    id,
    own: false,
    over: true,
    record: () => record,
    listen: () => () => undefined,
    cancel: refuse,
    speak: refuse,
  };
}

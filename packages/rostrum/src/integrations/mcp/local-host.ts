import { toRecord } from "../../export/as-record.ts";
import type { DebateConfig } from "../../protocol/options.ts";
import { Debate } from "../../api/index.ts";
import { ConfigError } from "../../errors.ts";
import type { RunStore, RunSummary } from "../../protocol/journal.ts";
import type { DebateResult } from "../../protocol/result.ts";
import { fold, type DebateRecord } from "../../record/index.ts";
import type { DebateEvent } from "../../protocol/events.ts";

/** What a tool call asks of a panel. */
export interface McpQuestion {
  question: string;
  context?: string;
  /** Default: the host's first panel. */
  panel?: string;
  rounds?: number;
}

/** Runs the debates that MCP clients ask for: a server, or this process alone. */
export interface McpHost {
  /** Names of the panels, the default one first. */
  readonly panels: readonly string[];
  /** Runs a debate to its end. The signal ends it early. */
  debate(
    wanted: McpQuestion,
    run: { signal: AbortSignal; onEvent(event: DebateEvent): void },
  ): Promise<DebateRecord>;
  /** `null` when there is no such debate. */
  record(id: string): Promise<DebateRecord | null>;
  /** The latest debates, newest first. */
  recent(limit: number): Promise<RunSummary[]>;
}

/** Options of `localHost()`. */
export interface LocalHostOptions {
  /** Panels by name; the first is the default. */
  panels: Record<string, Omit<DebateConfig<unknown>, "journal">>;
  /** Where debates are kept and looked up. */
  journal: RunStore;
}

/** An MCP host that runs debates in its own process. */
export interface LocalHost extends McpHost {
  /** Resolves when no debate is running and those that were cut short have been stored too. */
  settled(): Promise<void>;
}

/** Runs debates in this process, for `rostrum mcp` over standard input and output. */
export function localHost({ panels, journal }: LocalHostOptions): LocalHost {
  const names = Object.keys(panels);
  const running = new Set<Promise<DebateResult<unknown>>>();
  if (names.length === 0) throw new ConfigError("panels", "expected at least one panel, got none");
  return {
    panels: names,
    async debate({ question, context, panel = names[0] ?? "", rounds }, { signal, onEvent }) {
      const config = Object.hasOwn(panels, panel) ? panels[panel] : undefined;
      if (!config) {
        throw new ConfigError("panel", `expected one of ${names.join(", ")}, got "${panel}"`);
      }
      const debate = new Debate({
        ...config,
        journal,
        ...(rounds === undefined ? {} : { rounds }),
      });
      const asked = context === undefined ? question : { text: question, context };
      const held = debate.run(asked, { signal, onEvent });
      running.add(held);
      try {
        return toRecord(await held);
      } finally {
        running.delete(held);
      }
    },
    async record(id) {
      const run = await journal.read(id);
      return run ? fold(run.events) : null;
    },
    recent: async (limit) => (await journal.list({ limit })).runs,
    async settled() {
      await Promise.allSettled(running);
    },
  };
}

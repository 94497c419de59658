import type { DebateEvent } from "../../protocol/events.ts";
import type { RunSummary } from "../../protocol/journal.ts";
import type { DebateRecord } from "../../record/index.ts";

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

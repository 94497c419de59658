import type { Carry } from "@rostrum/runtime/api";
import type {
  BudgetLimits,
  ContextItem,
  DataKind,
  DebatePlan,
  ReportName,
  RunSummary,
} from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";

/** Metadata key of a run for its panel and for notes about its material. */
export const MCP_KEY = "rostrum_mcp";

/** Question that a tool call puts to a panel. */
export interface McpQuestion {
  /** The id that the debate gets. */
  id: string;
  question: string;
  context?: string | ContextItem[] | undefined;
  /** Default: the host's first panel; for a follow-up, the panel of the debate that it follows up. */
  panel?: string | undefined;
  rounds?: number | undefined;
  answer?: DataKind | undefined;
  report?: ReportName | undefined;
  /** Limits of this debate. They only lower those of the panel. */
  budget?: McpBudget | undefined;
  /** The repository whose files debaters may read. */
  repository?: { folder: string; commit: string | null } | undefined;
  /** The material of a review. Its notes are shown next to the outcome. */
  reviewed?: ReviewedMaterial | undefined;
  /** The finished debate that this one follows up. */
  follow?: { id: string; carry?: Carry | undefined } | undefined;
}

/** Limits of a debate that a tool call may set. */
export type McpBudget = Pick<BudgetLimits, "usd" | "tokens" | "calls" | "ms">;

/** Subject of a review. */
export interface ReviewedMaterial {
  /** Description of the change, such as "the working tree against HEAD". */
  what: string;
  /** Sentences about what was left out. */
  notes: string[];
}

/** A debate as tools see it: one that runs, or one that is over. */
export interface McpRun {
  readonly id: string;
  /** True if the caller started the debate. Only then is the caller's user asked for a reply. */
  readonly own: boolean;
  readonly over: boolean;
  /** Expected cost, for a debate that the caller has just started, where the host doesn't store it. */
  readonly plan?: DebatePlan | undefined;
  /** True if its process is gone. `find` with `resume` continues it. */
  readonly isInterrupted?: boolean;
  /** The debate as it is now. */
  record(): DebateRecord;
  /** Calls back whenever there is more in the record, until the returned function is called. */
  listen(changed: () => void): () => void;
  cancel(): Promise<void>;
  /** Adds the reply of a person who takes part in the debate. */
  speak(name: string, text: string): Promise<void>;
}

/** Runs the debates that MCP clients ask for: a server, or this process alone. */
export interface McpHost {
  /** Names of the panels, the default one first. */
  readonly panels: readonly string[];
  /** Names of the panels that can review, the default one first. Absent: all of them. */
  readonly reviewPanels?: readonly string[];
  /** Folder of the caller, whose repository may be read. Absent if the host runs elsewhere. */
  readonly folder?: string | undefined;
  /** The page about a debate, for people; `null` where the host doesn't know its address. Absent: it has no page. */
  linkTo?(id: string): string | null;
  /** The command that prints a debate, for people at the caller's machine. Absent: there is none. */
  showCommand?(id: string): string;
  /** Something that callers should know, such as why a config was not used. */
  readonly notice?: string | undefined;
  /** A new id, of the kind that other debates of this journal have. */
  createId(): string;
  /** Starts a debate. Resolves when it has begun, and rejects if it can't begin. */
  start(question: McpQuestion): Promise<McpRun>;
  /** Finds a debate by its id or the beginning of it. `resume` continues it if its process is gone. Null: there is none. */
  find(id: string, options?: { resume?: boolean }): Promise<McpRun | null>;
  /** The latest debates, those of the caller's folder first, then newest first. */
  recent(limit: number): Promise<ListedRun[]>;
}

/** A debate in a list. */
export interface ListedRun extends RunSummary {
  /** One line: the question and the answer, or what was reviewed and how many findings stand. */
  title: string;
  /** Folder of the caller that started it. Absent: not known. */
  folder?: string;
  /** True if its process is gone. */
  isInterrupted?: boolean;
}

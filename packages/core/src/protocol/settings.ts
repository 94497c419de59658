/*
 * Made from src/options by `npm run vocabulary -- --write`: change an option there, not here.
 */
import type { Quorum } from "./quorum.ts";

/** US dollars per million tokens. */
export interface Price {
  /** Input. 0 or more. */
  input: number;
  /** Output. 0 or more. */
  output: number;
  /**
   * Input that was read from the provider's cache. 0 or more.
   * @default the price of `input`
   */
  cachedInput?: number;
  /**
   * Input that was written to the provider's cache. 0 or more.
   * @default the price of `input`
   */
  cacheWrite?: number;
  /**
   * Hidden reasoning. 0 or more.
   * @default the price of `output`
   */
  reasoning?: number;
}

/** Caps on one debate, or on all debates that share a `Budget`. Nothing is capped by default. */
export interface BudgetLimits {
  /** Maximum spend in US dollars. The price of every model must be known. 0 or more. */
  usd?: number;
  /** Maximum number of tokens, input plus output. A whole number, 0 or more. */
  tokens?: number;
  /** Maximum number of calls, including retries. A whole number, 0 or more. */
  calls?: number;
  /** Maximum number of tool calls. A debater that requests more is told so and continues. A whole number, 0 or more. */
  toolCalls?: number;
  /** Maximum duration of the debate. */
  ms?: number;
  /**
   * When a cap is reached, `stop` decides with the replies so far; `throw` throws a `BudgetExceededError`.
   * @default stop
   */
  onExceeded?: "stop" | "throw";
}

/** Timeouts, retries and quorum of one debate. */
export interface Limits {
  /**
   * Maximum number of concurrent calls within one debate. A whole number, 1 or more.
   * @default no limit
   */
  concurrency?: number;
  /**
   * Maximum duration of one attempt.
   * @default 300000
   */
  timeoutMs?: number;
  /**
   * How long a round waits, in milliseconds, for the remaining replies once they can't change the stop rule's verdict or the winning answer. Then these calls are cancelled.
   * @default forever; 0 in the first round under `poll: race`
   */
  patience?: number;
  /**
   * Maximum duration of one tool call.
   * @default 30000
   */
  toolTimeoutMs?: number;
  /**
   * Maximum number of attempts after the first one. A whole number, 0 or more.
   * @default 2
   */
  retries?: number;
  /**
   * How often an unreadable reply is requested again, in the same chat. By default, functions, people and embedded networks are not called again. A whole number, from 0 to 1.
   * @default 1
   */
  clarify?: number;
  /**
   * Minimum number of replies per round, readable or not. With `{ members, vendors }`, also the minimum number of vendors among their models.
   * @default 2
   */
  quorum?: Quorum;
}

/** An MCP server, by `command` or `url`. */
export interface McpServer {
  /** Program of the server, with its arguments. Started for each run. */
  command?: readonly string[];
  /** Address of the server. */
  url?: string;
  /**
   * Tools that may be used. Tools that aren't marked as read-only must be listed here.
   * @default tools that the server marks as read-only
   */
  allow?: readonly string[];
  /**
   * Environment variables to pass to the program, in addition to PATH, HOME and the like.
   * @default none
   */
  env?: readonly string[];
  /**
   * Environment variable with the bearer token for `url`.
   * @default none
   */
  bearer?: string;
}

/** Tools that debaters may use. */
export interface Tools {
  /** MCP servers, such as one for web search. */
  mcp?: McpServer | McpServer[];
  /** Fetch pages whose addresses begin with one of these prefixes, such as `https://example.com/docs/`. Private networks are blocked. */
  fetch?: string | string[];
  /** Read the text files in this folder, and nothing outside it. */
  files?: string;
  /** Read the tracked files of the git repository in this folder, except dot files and files that may hold secrets. Also available while reviewers vote. */
  repository?: string;
  /**
   * Commit of `repository` to read, or `:0` for what is staged.
   * @default the files of the working tree
   */
  repositoryCommit?: string;
  /** Search the web through the model's provider: OpenAI, Anthropic or Google. Not available to other models. */
  search?: boolean;
  /** Exact arithmetic with units. */
  calc?: boolean;
}

/** A person's review of an escalated debate. */
export interface Review {
  /** Confirms, corrects or rejects the answer. */
  verdict: "confirm" | "correct" | "reject";
  /** The right answer, with `correct`. */
  answer?: string;
  /** Debaters grouped by answer, if the panel's grouping is wrong: each debater with an answer in one group. Votes, agreement and dissent are counted again. */
  groups?: readonly (readonly string[])[];
  /** Reason of the verdict. */
  reason?: string;
  /** Reviewer. With tokens, always the token's user. */
  reviewer?: string;
}

/** A moderator's note to every debater before the next round. */
export interface Note {
  /** Text for every debater before the next round. */
  note: string;
  /** Author, visible to debaters. With tokens, always the token's user. */
  from?: string;
}

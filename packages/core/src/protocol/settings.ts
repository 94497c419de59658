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
  /** Most US dollars to spend. The price of every model must be known. 0 or more. */
  usd?: number;
  /** Most tokens to use, input and output together. A whole number, 0 or more. */
  tokens?: number;
  /** Most calls to make, retries included. A whole number, 0 or more. */
  calls?: number;
  /** Most calls of tools to make. A debater that asks for more is told so and goes on. A whole number, 0 or more. */
  toolCalls?: number;
  /** Longest time that the debate may take. */
  ms?: number;
  /**
   * At a cap, `stop` decides with the replies so far; `throw` raises `BudgetExceededError`.
   * @default stop
   */
  onExceeded?: "stop" | "throw";
}

/** How long one debate waits, and how often it tries. */
export interface Limits {
  /**
   * Calls in flight at once within one debate. A whole number, 1 or more.
   * @default no limit
   */
  concurrency?: number;
  /**
   * Longest time that one attempt may take.
   * @default 300000
   */
  timeoutMs?: number;
  /**
   * How long a round waits for those who are late once neither the stop rule's verdict nor the winning answer can change any more. Then their calls are cancelled.
   * @default forever; 0 in round 0 under `poll: race`
   */
  patience?: number;
  /**
   * Longest time that one call of a tool may take.
   * @default 30000
   */
  toolTimeoutMs?: number;
  /**
   * Attempts after the first one. A whole number, 0 or more.
   * @default 2
   */
  retries?: number;
  /**
   * How often a reply that can't be read is asked for once more, in the same chat. Unless it is set, functions, people and embedded networks are not asked again. A whole number, from 0 to 1.
   * @default 1
   */
  clarify?: number;
  /**
   * Fewest replies that a round needs, readable or not; with `{ members, vendors }`, of models by that many vendors.
   * @default 2
   */
  quorum?: Quorum;
}

/** A server of tools that speaks MCP: `command` or `url`. */
export interface McpServer {
  /** The program that is the server, with its arguments. It is started for each run. */
  command?: readonly string[];
  /** The address of the server. */
  url?: string;
  /**
   * The tools that may be used. One that isn't marked as read-only may be used only if it is listed here.
   * @default the tools that the server marks as read-only
   */
  allow?: readonly string[];
  /**
   * Environment variables that the program may see in addition to those that any program needs.
   * @default none
   */
  env?: readonly string[];
  /**
   * The name of the environment variable with the token that is sent to `url`.
   * @default none
   */
  bearer?: string;
}

/** Tools that debaters may use. */
export interface Tools {
  /** Servers of tools that speak MCP, such as one for web search. */
  mcp?: McpServer | McpServer[];
  /** Read pages: the addresses that may be fetched begin with one of these, such as `https://example.com/docs/`. Private networks are refused. */
  fetch?: string | string[];
  /** Read the text files of this folder, and nothing outside it. */
  files?: string;
  /** Read the files that git tracks in the repository of this folder, without dot files. Reviewers may do so while they vote too. */
  repository?: string;
  /**
   * The commit whose files are read from `repository`.
   * @default the files of the working tree
   */
  repositoryCommit?: string;
  /** Search the web with the search of the model's own provider: OpenAI, Anthropic and Google. Other models don't get it. */
  search?: boolean;
  /** Exact arithmetic with units. */
  calc?: boolean;
}

/** A person's word on an escalated debate. */
export interface Review {
  /** Whether the answer stands. */
  verdict: "confirm" | "correct" | "reject";
  /** The right answer, with `correct`. */
  answer?: string;
  /** The debaters by answer, where the panel's grouping is wrong: each debater with an answer in one group. Votes, agreement and dissent are counted again. */
  groups?: readonly (readonly string[])[];
  /** Why. */
  reason?: string;
  /** Who reviews. With tokens, always the token's user. */
  reviewer?: string;
}

/** What a moderator says to every debater before the next round. */
export interface Note {
  /** What every debater reads before the next round. */
  note: string;
  /** Who says it. Debaters read it. With tokens, always the token's user. */
  from?: string;
}

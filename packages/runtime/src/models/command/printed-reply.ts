import { parseJson, isPlainObject } from "@rostrum/core/support";

import type { Usage } from "@rostrum/core/protocol";

/** JSON output of a coding agent: its reply with usage and cost, or its error. */
export type PrintedReply =
  | { text: string; usage: Usage; costUsd?: number }
  | { error: string }
  /** The program printed something undocumented. */
  | null;

export type ReadPrinted = (printed: string) => PrintedReply;

interface JsonProgram {
  /** Arguments that make it print JSON: a flag and its value, or a flag alone. */
  flags: readonly (readonly [flag: string, value?: string])[];
  read: ReadPrinted;
}

/** Programs that can print usage as JSON, by name, in their documented shapes. */
const PROGRAMS: Readonly<Record<string, JsonProgram>> = {
  claude: {
    flags: [["--output-format", "json"]],
    read: (printed) => readResult(CLAUDE_TOKENS, printed),
  },
  codex: { flags: [["--json"], ["--experimental-json"]], read: readCodex },
  gemini: {
    flags: [
      ["--output-format", "json"],
      ["-o", "json"],
    ],
    read: readGemini,
  },
  opencode: { flags: [["--format", "json"]], read: readOpencode },
  "cursor-agent": {
    flags: [["--output-format", "json"]],
    read: (printed) => readResult(CURSOR_TOKENS, printed),
  },
  agy: { flags: [["--output-format", "json"]], read: readAgy },
};

/** Parser for a program's output; `null` if the output is the plain reply. */
export function chooseReader(program: string, args: readonly string[]): ReadPrinted | null {
  const name = program.replace(/^.*[/\\]/, "").replace(/\.(?:exe|cmd)$/i, "");
  const knownProgram = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  const isAsked = knownProgram?.flags.some(([flag, value]) =>
    value === undefined
      ? args.includes(flag)
      : args.some(
          (arg, at) => arg === `${flag}=${value}` || (arg === flag && args[at + 1] === value),
        ),
  );
  return isAsked === true && knownProgram ? knownProgram.read : null;
}

/** Names of the counts of tokens in a program's `usage`. */
interface TokenNames {
  input: string;
  output: string;
  cached: string;
  cacheWrite: string;
}

const CLAUDE_TOKENS: TokenNames = {
  input: "input_tokens",
  output: "output_tokens",
  cached: "cache_read_input_tokens",
  cacheWrite: "cache_creation_input_tokens",
};
const CURSOR_TOKENS: TokenNames = {
  input: "inputTokens",
  output: "outputTokens",
  cached: "cacheReadTokens",
  cacheWrite: "cacheWriteTokens",
};

/**
 * `claude -p --output-format json` and `cursor-agent -p --output-format json`: one object. Its input tokens exclude
 * cached ones.
 */
function readResult(names: TokenNames, printed: string): PrintedReply {
  const value = parseObject(printed);
  if (value?.["type"] !== "result") return null;
  const { result, is_error: isError, total_cost_usd: cost, subtype } = value;
  if (isError === true || typeof result !== "string") {
    const error = typeof result === "string" && result !== "" ? result : subtype;
    return typeof error === "string" ? { error } : null;
  }
  const usage = readObject(value["usage"]);
  const cached = readCount(usage[names.cached]);
  const cacheWrite = readCount(usage[names.cacheWrite]);
  return {
    text: result,
    usage: {
      inputTokens: add([readCount(usage[names.input]), cached, cacheWrite]),
      cachedInputTokens: cached,
      cacheWriteTokens: cacheWrite,
      outputTokens: readCount(usage[names.output]),
    },
    ...readCost(cost),
  };
}

/** `agy --output-format json`: one object. Its `input_tokens` include cached tokens. */
function readAgy(printed: string): PrintedReply {
  const value = parseObject(printed);
  if (value === null) return null;
  const { response, error, status } = value;
  if (typeof response !== "string" || response === "") {
    const { message = error } = readObject(error);
    const reason = [message, status].find((words) => typeof words === "string" && words !== "");
    return { error: typeof reason === "string" ? reason : "it gave no response" };
  }
  const usage = readObject(value["usage"]);
  return {
    text: response,
    usage: {
      inputTokens: readCount(usage["input_tokens"]),
      cachedInputTokens: readCount(usage["cache_read_tokens"]),
      outputTokens: readCount(usage["output_tokens"]),
    },
  };
}

/** `codex exec --json`: one event per line. The reply is the last message; every turn reports its usage. */
function readCodex(printed: string): PrintedReply {
  const events = parseLines(printed);
  if (events === null) return null;
  let text: string | null = null;
  let error: string | null = null;
  const turns: Record<string, unknown>[] = [];
  for (const event of events) {
    const item = readObject(event["item"]);
    if (event["type"] === "item.completed" && item["type"] === "agent_message") {
      if (typeof item["text"] === "string") text = item["text"];
    } else if (event["type"] === "turn.completed") turns.push(readObject(event["usage"]));
    else if (event["type"] === "turn.failed") {
      const { message } = readObject(event["error"]);
      error = typeof message === "string" ? message : "the turn failed";
    }
  }
  if (error !== null) return { error };
  if (text === null) return null;
  return {
    text,
    usage: {
      inputTokens: add(turns.map((usage) => readCount(usage["input_tokens"]))),
      cachedInputTokens: add(turns.map((usage) => readCount(usage["cached_input_tokens"]))),
      outputTokens: add(turns.map((usage) => readCount(usage["output_tokens"]))),
    },
  };
}

/** `gemini --output-format json`: one object, with the tokens of every model that it used. */
function readGemini(printed: string): PrintedReply {
  const value = parseObject(printed);
  if (value === null) return null;
  const { response, error } = value;
  if (error !== undefined && error !== null) {
    const { message } = readObject(error);
    return { error: typeof message === "string" ? message : "it reported an error" };
  }
  if (typeof response !== "string") return null;
  const models = Object.values(readObject(readObject(value["stats"])["models"]));
  const tokens = models.map((model) => readObject(readObject(model)["tokens"]));
  const sum = (name: string): number | null => add(tokens.map((counts) => readCount(counts[name])));
  const thoughts = sum("thoughts");
  return {
    text: response,
    usage: {
      inputTokens: sum("prompt"),
      cachedInputTokens: sum("cached"),
      outputTokens: add([sum("candidates"), thoughts]),
      reasoningTokens: thoughts,
    },
  };
}

/** `opencode run --format json`: one event per line. The reply is the text of the last step that has one. */
function readOpencode(printed: string): PrintedReply {
  const events = parseLines(printed);
  if (events === null) return null;
  const steps: string[] = [""];
  const finished: Record<string, unknown>[] = [];
  let error: string | null = null;
  for (const event of events) {
    const part = readObject(event["part"]);
    if (event["type"] === "step_start") steps.push("");
    else if (event["type"] === "text" && typeof part["text"] === "string")
      steps.push((steps.pop() ?? "") + part["text"]);
    else if (event["type"] === "step_finish") finished.push(part);
    else if (event["type"] === "error") {
      const errorObject = readObject(event["error"]);
      const { message = errorObject["name"] } = readObject(errorObject["data"]);
      error = typeof message === "string" ? message : "it reported an error";
    }
  }
  const text = steps.findLast((stepText) => stepText !== "");
  if (error !== null) return { error };
  if (text === undefined) return null;
  const tokens = finished.map((part) => readObject(part["tokens"]));
  const caches = tokens.map((counts) => readObject(counts["cache"]));
  const sum = (name: string): number | null => add(tokens.map((counts) => readCount(counts[name])));
  const cached = add(caches.map((cache) => readCount(cache["read"])));
  const cacheWrite = add(caches.map((cache) => readCount(cache["write"])));
  const reasoning = sum("reasoning");
  const costs = finished.map((part) => readCount(part["cost"], false));
  const cost = add(costs);
  return {
    text,
    usage: {
      inputTokens: add([sum("input"), cached, cacheWrite]),
      cachedInputTokens: cached,
      cacheWriteTokens: cacheWrite,
      outputTokens: add([sum("output"), reasoning]),
      reasoningTokens: reasoning,
    },
    // Prints 0 for an unknown price.
    ...(cost === 0 ? {} : readCost(cost)),
  };
}

function parseObject(text: string): Record<string, unknown> | null {
  const value = parseJson(text);
  return isPlainObject(value) ? value : null;
}

/** Output with a line that is not an object is refused. */
function parseLines(text: string): Record<string, unknown>[] | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const values = lines.map(parseObject);
  return values.some((value) => value === null) ? null : (values as Record<string, unknown>[]);
}

function readObject(value: unknown): Record<string, unknown> {
  return isPlainObject(value) ? value : {};
}

/** A plausible amount; `null` if unknown. */
function readCount(value: unknown, isWhole = true): number | null {
  if (typeof value !== "number" || !Number.isFinite(value) || value < 0) return null;
  return !isWhole || Number.isSafeInteger(value) ? value : null;
}

function readCost(value: unknown): { costUsd?: number } {
  const cost = readCount(value, false);
  return cost === null ? {} : { costUsd: cost };
}

/** The sum is unknown if one part is. */
function add(parts: readonly (number | null)[]): number | null {
  if (parts.length === 0) return null;
  return parts.reduce((sum, part) => (sum === null || part === null ? null : sum + part), 0);
}

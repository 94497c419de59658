/*
 * Requests that are made to keep a server busy: used by scripts/hostile-server.ts, which measures, and by
 * the server's journeys, which only look at the answers.
 */

export interface HostileRequest {
  name: string;
  method: string;
  path: string;
  body?: string;
  /** Statuses that are an answer to it; anything below 500 where there is none. */
  expected?: readonly number[];
  /** The connection is kept: its body comes drop by drop, or its answer is never read. */
  stays?: "slow_body" | "unread_answer";
}

const MEBIBYTE = 1024 * 1024;

function doubling(levels: number): object {
  const $defs: Record<string, object> = { [`d${levels}`]: { type: "string" } };
  for (let level = 0; level < levels; level++) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    $defs[`d${level}`] = { anyOf: [next, next] };
  }
  return { $defs, $ref: "#/$defs/d0" };
}

/** The widest schema that is still taken, for replies that fit none of it. */
const widest = {
  type: "array",
  items: { anyOf: Array.from({ length: 1000 }, (_, index) => ({ const: `value ${index}` })) },
};

const deep = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const wordy = (words: string): string => words.repeat(Math.floor(900_000 / words.length));
const longOptions = Array.from({ length: 100 }, (_, index) => `${"a ".repeat(90)}${index}`);

function post(
  name: string,
  path: string,
  body: object | string,
  expected?: readonly number[],
): HostileRequest {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { name, method: "POST", path, body: text, ...(expected ? { expected } : {}) };
}

const STARTED = [201, 429] as const;
const typed = (schema: object): object => ({ question: "Q?", answer: { type: "json", schema } });
const chat = (body: object): object => ({
  model: "hostile",
  messages: [{ role: "user", content: "Q?" }],
  ...body,
});

/** `id` is a debate that can be watched. */
export function hostileRequests(id: string): HostileRequest[] {
  const format = (schema: object): object => ({
    response_format: { type: "json_schema", json_schema: { name: "x", schema } },
  });
  return [
    post("a pattern", "/debates", typed({ type: "string", pattern: "^(a+)+$" }), [400]),
    post("references that double", "/debates", typed(doubling(16)), [400]),
    post("the same in chat", "/v1/chat/completions", chat(format(doubling(16))), [400]),
    post("a reference to itself", "/plan", typed({ $ref: "#" }), [400]),
    post("the widest schema", "/debates", typed(widest), STARTED),
    post(
      "long options",
      "/debates",
      { question: "Q?", answer: { type: "choice", options: longOptions } },
      STARTED,
    ),
    post("a body that is too large", "/debates", " ".repeat(2 * MEBIBYTE), [413]),
    post("a large body that is not JSON", "/debates", "x".repeat(MEBIBYTE - 1), [400]),
    post("deep JSON", "/debates", deep(5000), [400]),
    post("deeper JSON", "/v1/chat/completions", deep(400_000), [400]),
    post("deep JSON over MCP", "/mcp", deep(5000), [400]),
    post("many values", "/debates", `[${"0,".repeat(500_000)}0]`, [400]),
    post(
      "many keys",
      "/debates",
      `{${Array.from({ length: 15_000 }, (_, index) => `"k${index}":0`).join()}}`,
      [400],
    ),
    post("a long question", "/plan", { question: wordy("word ") }, [200, 400]),
    post("a long question of braces", "/debates", { question: wordy("{ ") }, [...STARTED, 400]),
    post("a long question of letters", "/plan", { question: wordy("a") }, [200, 400]),
    post("a long context", "/debates", { question: "Q?", context: wordy("(((") }, [
      ...STARTED,
      400,
    ]),
    post("an unknown panel", "/debates", { question: "Q?", panel: "x".repeat(200) }, [400]),
    { name: "an unknown address", method: "GET", path: `/${"a/".repeat(2000)}`, expected: [404] },
    { name: "a long search", method: "GET", path: `/debates?search=${"%25_".repeat(300)}` },
    { name: "a body drop by drop", method: "POST", path: "/debates", stays: "slow_body" },
    {
      name: "a watcher that reads nothing",
      method: "GET",
      path: `/debates/${id}/events`,
      stays: "unread_answer",
    },
  ];
}

/** Replies that are built to be slow to read. */
export const HOSTILE_REPLIES: readonly string[] = [
  `${"a ".repeat(20_000)}\nAnswer: ${"a ".repeat(90)}x`,
  JSON.stringify({
    reasoning: "r",
    answer: Array.from({ length: 20_000 }, () => "none"),
    confidence: 1,
  }),
  `${"{\n".repeat(20_000)}\nAnswer: 1`,
];

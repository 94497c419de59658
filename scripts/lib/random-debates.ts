import type { DebateConfig, Model, ModelReply, ModelRequest, Question } from "rostrum";
import type {
  OptionField,
  OptionFields,
  RuleDefinitions,
} from "../../packages/core/src/options/field.ts";

type Vocabulary = typeof import("../../packages/core/src/entries/options.ts");

/** A seeded stream of numbers in [0, 1) (mulberry32), which doesn't depend on the code under test. */
function stream(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

export interface Drawing {
  random: () => number;
  pick<T>(items: readonly T[]): T;
  chance(share: number): boolean;
}

export function drawing(seed: number): Drawing {
  const random = stream(seed);
  return {
    random,
    pick: <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T,
    chance: (share) => random() < share,
  };
}

interface Topic {
  question: Question;
  answers: readonly string[];
}

const MATERIAL =
  "The parser reads one token at a time. It never frees the buffer, and it adds the length twice. " +
  "The tests cover neither of these. The last release was in May, and nobody has reported a crash.";

const TOPICS: readonly Topic[] = [
  {
    question: "A train covers 180 km in 2.5 hours. What is its average speed?",
    answers: ["72", "72 km/h", "90", "72.0", "twenty m/s"],
  },
  {
    question: "Which is right?\nA) red\nB) green\nC) blue",
    answers: ["A", "B) green", "C", "blue", "none of them"],
  },
  {
    question: "Should we stay on PostgreSQL or move to MongoDB?",
    answers: [
      "PostgreSQL",
      "Stay on PostgreSQL, with JSONB",
      "MongoDB",
      "Move to MongoDB, but only after the audit",
      "Neither",
    ],
  },
  { question: "Is 91 a prime number?", answers: ["No", "no, it is 7 × 13", "Yes", "Yes, it is"] },
  {
    question: "What is the derivative of x^2 + 3x?",
    answers: ["2x + 3", "$3 + 2x$", "\\boxed{2x+3}", "2x", "x(2) + 3"],
  },
  {
    question: {
      text: "What is wrong with this module, and how should the team fix it?",
      context: MATERIAL,
    },
    answers: [
      "It leaks memory: free the buffer after each token.",
      "The buffer is never freed, so free it after each token.",
      "The length is added twice; add it once and write a test.",
      "Nothing is wrong with it.",
    ],
  },
];

/** Parts of one debate; the same seed gives the same debate. */
export interface RandomDebate {
  config: DebateConfig<never>;
  question: Question;
  /** Called with each request, in order. */
  onRequest: (request: ModelRequest) => void;
  /** Part of the seed of a reply: another text gives the step another reply. */
  getSalt: (stepId: string) => string;
}

/** Option values that can't be drawn from a definition. */
export interface SuppliedValues {
  calibration: unknown;
  certificate: unknown;
  /** Returns a provider's error; `refused`: one that a retry can't fix. */
  trouble(refused: boolean): Error;
}

export function randomDebate(
  seed: number,
  vocabulary: Vocabulary,
  given: SuppliedValues,
): RandomDebate {
  const draw = drawing(seed);
  const { question, answers } = draw.pick(TOPICS);
  const hooks: Pick<RandomDebate, "onRequest" | "getSalt"> = {
    onRequest: () => undefined,
    getSalt: () => "",
  };
  const model = createRandomModel(seed, answers, given, hooks);
  const config = drawConfig(draw, vocabulary, { given, model, answers });
  return Object.assign(hooks, { config, question });
}

interface Supplies {
  given: SuppliedValues;
  model: Model;
  answers: readonly string[];
}

const price = { input: 1, output: 4 };

function drawConfig(
  draw: Drawing,
  vocabulary: Vocabulary,
  supplies: Supplies,
): DebateConfig<never> {
  const { pick, chance } = draw;
  const { model, answers } = supplies;
  const names = ["ann", "bob", "cid", "dan", "Debater B"];
  const size = 2 + Math.floor(draw.random() * 4);
  const out: Record<string, unknown> = {
    debaters: names.slice(0, size).map((name, index) => ({
      name,
      model,
      ...(chance(0.2) ? { instructions: `You are number ${index}.` } : {}),
      ...(chance(0.2) ? { temperature: 0.5 } : {}),
      ...(chance(0.2) ? { weight: 2 } : {}),
      ...(chance(0.1) ? { fallback: model } : {}),
      ...(chance(0.5) ? { price } : {}),
    })),
    limits: { retries: pick([0, 1, 2]), ...(chance(0.1) ? { concurrency: 2 } : {}) },
    rounds: pick([0, 1, 2, 2, 3, 4]),
    seed: Math.floor(draw.random() * 1000),
  };
  if (chance(0.5)) out["judge"] = { name: "eve", model, price };
  for (const [name, field] of Object.entries(vocabulary.CONFIG as OptionFields)) {
    if (name in out || chance(0.45)) continue;
    const value = drawValue(draw, field, supplies);
    if (value !== undefined) out[name] = value;
  }
  if (chance(0.4)) out["compare"] = pick<unknown>(["rules", model, { model, bothOrders: true }]);
  if (chance(0.2)) out["crux"] = { model };
  if (chance(0.1)) out["verify"] = (answer: unknown) => (answer === answers[0] ? "ok" : "unknown");
  if (chance(0.1)) out["budget"] = { calls: 4 + Math.floor(draw.random() * 12) };
  return drawProtocol(draw, out, supplies) as unknown as DebateConfig<never>;
}

/** Some debates use another protocol, which excludes other options. */
function drawProtocol(
  { pick, chance }: Drawing,
  config: Record<string, unknown>,
  { model, answers, given }: Supplies,
): Record<string, unknown> {
  const { poll: _poll, decide: _decide, verify: _verify, answer, ...rest } = config;
  const debaters = (config["debaters"] as object[]).map((debater) => ({ ...debater, price }));
  if (chance(0.1)) {
    const argued = pick<unknown>(["leaders", debaters.map((_, index) => answers[index % 3])]);
    const sides = chance(0.5) ? argued : { answers: argued, turns: "alternate", swap: chance(0.5) };
    return { ...rest, answer: "text", rounds: 2, judge: { name: "eve", model }, sides };
  }
  if (chance(0.05)) return { ...rest, answer: "draft" };
  if (chance(0.1)) {
    const poll = { type: "sequential", calibration: given.calibration };
    const stakes = { wrong: pick([0.1, 1, 10]), ...(chance(0.5) ? { person: 0.5 } : {}) };
    return { ...rest, answer: answer ?? "number", debaters, poll, stakes };
  }
  return config;
}

/** Draws a value that the definition allows; `undefined` if it can't be drawn. */
function drawValue(draw: Drawing, field: OptionField, supplies: Supplies): unknown {
  const { pick, chance } = draw;
  switch (field.kind) {
    case "boolean":
      return chance(0.5);
    case "one_of":
      // A debate that waits for a person never ends here.
      return pick(field.values.filter((value) => value !== "wait"));
    case "whole":
    case "seat":
      return 1 + Math.floor(draw.random() * 3);
    case "number":
      return pick([0.5, 0.75, 0.9]) * Math.min(field.max ?? 1, 1);
    case "choices":
      return [...new Set([...supplies.answers.slice(0, 3), "other"])];
    case "personas":
      return pick<unknown>([true, ["careful", "bold"]]);
    case "calibration":
      return supplies.given.calibration;
    case "certificate":
      return chance(0.3) ? supplies.given.certificate : undefined;
    case "schema":
      return anySchema;
    case "model":
      return supplies.model;
    case "rule":
      return drawRule(draw, field.rules, supplies);
    default:
      return undefined;
  }
}

function drawRule(draw: Drawing, rules: RuleDefinitions, supplies: Supplies): unknown {
  const type = draw.pick(Object.keys(rules));
  const fields = Object.entries(rules[type]?.fields ?? {});
  if (fields.length === 0 || draw.chance(0.3)) return type;
  const rule: Record<string, unknown> = { type };
  for (const [name, field] of fields) {
    if (!field.required && draw.chance(0.5)) continue;
    const value = drawValue(draw, field, supplies);
    if (value !== undefined) rule[name] = value;
  }
  return rule;
}

/** A Standard Schema that takes every value. */
const anySchema = {
  "~standard": {
    version: 1,
    vendor: "any",
    validate: (value: unknown) => ({ value }),
    jsonSchema: { output: () => ({ type: ["string", "number", "object"] }) },
  },
};

/** Replies depend on the step alone, in every format that readers know and in some that they don't. */
function createRandomModel(
  seed: number,
  answers: readonly string[],
  given: SuppliedValues,
  hooks: Pick<RandomDebate, "onRequest" | "getSalt">,
): (request: ModelRequest) => Promise<ModelReply> {
  const tries = new Map<string, number>();
  const turns = createTurns();
  return async (request) => {
    hooks.onRequest(request);
    const { stepId, role, items = [] } = request;
    const attempt = (tries.get(stepId) ?? 0) + 1;
    tries.set(stepId, attempt);
    const draw = drawing(hashOf(`${seed} ${stepId} ${attempt}${hooks.getSalt(stepId)}`));
    await turns.wait(draw.random());
    if (draw.chance(0.04)) throw given.trouble(draw.chance(0.2));
    const text =
      role === "debater" || role === "router"
        ? writeMemberReply(draw, answers, request)
        : writeHelperReply(draw, answers, items.length || 3);
    return {
      text,
      ...(draw.chance(0.6) ? { usage: { inputTokens: 900, outputTokens: 1 + text.length } } : {}),
      ...(draw.chance(0.04) ? { finishReason: "length" } : { finishReason: "stop" }),
    };
  };
}

/**
 * Ends calls one at a time, so that the order of the replies doesn't depend on the number of promises in the code under
 * test.
 */
function createTurns(): { wait(key: number): Promise<void> } {
  const waiting: { key: number; go(): void }[] = [];
  let pumping = false;

  async function pump(): Promise<void> {
    pumping = true;
    while (waiting.length > 0) {
      await new Promise((resolve) => setImmediate(resolve));
      waiting.sort((a, b) => a.key - b.key);
      waiting.shift()?.go();
    }
    pumping = false;
  }

  return {
    wait: (key) =>
      new Promise((go) => {
        waiting.push({ key, go });
        if (!pumping) void pump();
      }),
  };
}

function writeMemberReply(
  draw: Drawing,
  answers: readonly string[],
  { round }: ModelRequest,
): string {
  const { pick, chance } = draw;
  // Most members end up with the first answer.
  const answer = chance(0.3 + 0.2 * round) ? (answers[0] ?? "") : pick(answers);
  const confidence = pick([0.5, 0.8, 0.95]);
  const reasoning = pick([
    "I went through it step by step, and Debater A has overlooked a case.",
    'As ann says, "It never frees the buffer", so this follows.',
    "Because the question asks for the whole of it.\n\n> quoted\n\n```\ncode 42\n```",
    "",
  ]);
  const findings = [
    { claim: "The buffer is never freed.", severity: "high", quote: "never frees the buffer" },
    { claim: pick(answers), severity: "low", quote: "no such words" },
  ].slice(chance(0.5) ? 0 : 1);
  const votes = [1, 2, 3].map((item) => ({
    item,
    vote: pick(["uphold", "refute", "doubt"]),
    quote: "adds the length twice",
  }));
  const critique = [{ quote: "free the buffer", problem: "vague", suggestion: "say where" }];
  switch (pick(["json", "json", "labelled", "labelled", "fenced", "prose", "boxed", "odd"])) {
    case "json":
      return JSON.stringify({ reasoning, answer, confidence, findings, votes, critique });
    case "labelled":
      return `${reasoning}\nAnswer: ${answer}\nConfidence: ${confidence * 100}%\nReason for change: a check`;
    case "fenced":
      return `${reasoning}\n\`\`\`json\n${JSON.stringify({ answer, confidence, findings, votes, critique })}\n\`\`\``;
    case "prose":
      return `${reasoning} Therefore, the answer is ${answer}.`;
    case "boxed":
      return `${reasoning} So \\boxed{${answer}}`;
    default:
      return pick(["", "I don't know.", `**${answer}**`, '{"answer": "x', "  \n"]);
  }
}

/** Reply for judges, comparers, rankers and report writers: one object with the fields of all of them. */
function writeHelperReply(draw: Drawing, answers: readonly string[], count: number): string {
  const { pick, chance } = draw;
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const cut = 1 + Math.floor(draw.random() * count);
  const quote = pick(["the length is added twice", "never freed, so free it", "not there at all"]);
  if (chance(0.1)) return pick(["", "no idea", `Answer: ${pick(answers)}`]);
  return JSON.stringify({
    reasoning: `Position 1 says "${quote}".`,
    answer: pick(answers),
    confidence: 0.9,
    position: pick(["Debater A", "Debater B", "ann"]),
    choice: pick(["Debater A", "ann"]),
    groups: [
      { items: numbers.slice(0, cut), label: "these" },
      ...(cut < count ? [{ items: numbers.slice(cut), label: "those" }] : []),
    ],
    ranking: chance(0.5) ? numbers : numbers.toReversed(),
    claim: "The buffer matters.",
    for: [1],
    against: [2],
    claims: [{ text: "It leaks.", support: [{ item: 1, quote }], against: [{ item: 2, quote }] }],
    unaddressed: ["cost"],
    recommendation: "Free it.",
    because: ["it leaks"],
    unless: [],
    contested: [],
    dissent: [{ item: 2, quote }],
    nextSteps: ["test"],
    signedOff: chance(0.5),
    reason: "fine",
  });
}

/** FNV-1a, so that replies don't depend on the code under test. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash;
}

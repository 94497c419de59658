import type {
  DebateConfig,
  Debater,
  ModelError,
  ModelReply,
  ModelRequest,
  Question,
} from "rostrum";
import { estimateTokens } from "../../packages/core/src/debate/spending/token-estimate.ts";
import { DOCUMENTS, replyAsUsual, replyExpensively, type Habits } from "./costly-replies.ts";
import { drawing, type Drawing } from "./random-debates.ts";
import { ROOT } from "./root.ts";

/** Amounts that providers billed, independent of the debate's own accounting. */
export interface Used {
  calls: number;
  tokens: number;
  usd: number;
}

export interface CostlyDebate {
  config: DebateConfig<never>;
  question: Question;
  used: Used;
  /** True if its models behave in the most expensive way; false if they behave as usual. */
  isCostly: boolean;
}

type ErrorClass = typeof ModelError;

const QUESTION = "Which one is it?";

/** Creates a random panel whose models count their usage. The same seed gives the same debate. */
export function randomPlanned(seed: number, errors: ErrorClass): CostlyDebate {
  const draw = drawing(seed);
  const isCostly = draw.chance(0.5);
  const used: Used = { calls: 0, tokens: 0, usd: 0 };
  const limits = {
    retries: draw.pick([0, 1, 2]),
    ...(draw.chance(0.6) ? { clarify: draw.pick([0, 1]) } : {}),
  };
  // Truncated and unreadable replies cost more only if they are retried.
  const habits: Habits = {
    lost: draw.pick([0, 0, 0.1, 0.3]),
    cut: limits.retries > 0 ? draw.pick([0, 0.7, 1, 1]) : 0,
    tools: draw.pick([0.5, 1]),
    unreadable: limits.clarify === 1 ? draw.pick([0, 0.7, 1, 1]) : 0,
  };
  const config = chooseConfig(draw, limits, (terms) =>
    createModel(terms, { draw, used, habits: isCostly ? habits : null, errors }),
  );
  return {
    config: config as unknown as DebateConfig<never>,
    question: draw.chance(0.4) ? { text: QUESTION, context: DOCUMENTS } : QUESTION,
    used,
    isCostly,
  };
}

interface Terms {
  input: number;
  output: number;
}

type MakeModel = (terms: Terms) => (request: ModelRequest) => ModelReply;

const LOOK_UP = { description: "looks it up ".repeat(30), execute: () => "漢字かな ".repeat(4000) };

function chooseConfig(draw: Drawing, limits: object, makeModel: MakeModel): object {
  const { pick, chance } = draw;
  const member = (): Debater => {
    const terms = { input: pick([0.1, 1, 3]), output: pick([0, 0.4, 15]) };
    const priced = { model: makeModel(terms), price: terms };
    return {
      ...priced,
      maxOutputTokens: pick([30, 200, 900, 2048]),
      ...(chance(0.15) ? { fallback: priced } : {}),
      ...(chance(0.2) ? { instructions: "Be careful with every claim. ".repeat(20) } : {}),
    };
  };
  const helper = (): Pick<Debater, "model" | "price"> => {
    const terms = { input: pick([0.1, 1, 3]), output: pick([0, 0.4, 15]) };
    return { model: makeModel(terms), price: terms };
  };
  const size = pick([2, 3, 3, 3, 4, 5]);
  const seat = (): Debater => ({
    ...member(),
    ...(chance(0.15)
      ? { tools: { look_up: LOOK_UP }, maxToolSteps: pick([1, 3]), toolsInRevisions: chance(0.5) }
      : {}),
  });
  const base = {
    debaters: Array.from({ length: size }, seat),
    limits,
    anonymous: chance(0.5),
    show: pick(["latest", "latest", "transcript", "digest"]),
  };
  const judge = member();
  switch (pick(["vote", "vote", "vote", "vote", "vote", "sides", "findings", "draft"])) {
    case "sides": {
      const answers = pick<unknown>([
        "leaders",
        base.debaters.map((_, index) => `answer ${index % 2}`),
      ]);
      const sides = {
        answers,
        turns: pick(["together", "alternate"]),
        swap: chance(0.5),
        consultancy: chance(0.2),
      };
      return {
        ...base,
        judge,
        answer: "text",
        sides,
        rounds: pick([1, 2]),
        ...compareBy(draw, helper),
      };
    }
    case "findings":
      return {
        ...base,
        answer: { type: "findings", ...(chance(0.5) ? { partTokens: pick([1000, 5000]) } : {}) },
        ...compareBy(draw, helper),
        ...(chance(0.5) ? { tools: { repository: ROOT } } : {}),
        ...(chance(0.6) ? { budget: { usd: pick([0.01, 0.05, 0.1, 0.3, 1]) } } : {}),
      };
    case "draft":
      return { ...base, judge, answer: "draft", rounds: pick([0, 2, 4]) };
    default:
      return { ...base, ...chooseVote(draw, helper, judge) };
  }
}

function compareBy({ chance }: Drawing, helper: () => object): object {
  return { compare: chance(0.7) ? { ...helper(), bothOrders: chance(0.3) } : "rules" };
}

function chooseVote(draw: Drawing, helper: () => object, judge: Debater): object {
  const { pick, chance } = draw;
  const judged = {
    type: "judged",
    mode: pick(["synthesize", "pick"]),
    always: chance(0.3),
    bothOrders: chance(0.3),
    structured: chance(0.3),
  };
  const ranked = {
    type: "ranked",
    count: pick(["borda", "approval"]),
    always: chance(0.3),
    chairman: chance(0.4),
  };
  const decide = pick<unknown>([
    judged,
    judged,
    judged,
    ranked,
    "majority",
    "central",
    "weighted",
    "weighted",
  ]);
  const verify = {
    check: () => ({
      verdict: pick(["ok", "refuted", "unknown"] as const),
      says: "it fails 1,2;3 ".repeat(200),
    }),
    ...pick([{ lock: chance(0.3), veto: chance(0.5) }, { select: true }]),
  };
  return {
    judge,
    decide,
    rounds: pick([0, 1, 1, 2, 3]),
    answer: pick(["text", "auto", "exact", "number", "choice"]),
    ...compareBy(draw, helper),
    revise: pick(["everyone", "dissenters"]),
    stop: pick(["never", "agreement", "unanimous", "stable"]),
    see: pick(["all", "all", "ring", "star"]),
    prompts: pick(["classic", "critique", "revision"]),
    evidence: pick(["own", "shared"]),
    ...(chance(0.2) ? { crux: helper() } : {}),
    ...(chance(0.2) ? { audit: helper() } : {}),
    ...(chance(0.3) ? { report: { type: pick(["claims", "memo"]), ...helper() } } : {}),
    ...(chance(0.3) ? { route: { type: "confident", ...(chance(0.5) ? helper() : {}) } } : {}),
    ...(chance(0.2)
      ? { verify }
      : { poll: pick(["everyone", "everyone", "everyone", "race", "lead:2", choosePoll]) }),
  };
}

/** Asks the members one after another, the last one first. */
const choosePoll: DebateConfig["poll"] = ({ size, asked }) =>
  [size - asked.length - 1].filter((at) => at >= 0);

interface Circumstances {
  draw: Drawing;
  used: Used;
  /** `null`: the models behave as usual. */
  habits: Habits | null;
  errors: ErrorClass;
}

function createModel(
  { input: perInput, output: perOutput }: Terms,
  about: Circumstances,
): (request: ModelRequest) => ModelReply {
  const { draw, used, habits, errors } = about;
  const attempts = new Map<string, number>();
  return (request) => {
    const { stepId, maxOutputTokens: room = 2048 } = request;
    const attempt = (attempts.get(stepId) ?? 0) + 1;
    attempts.set(stepId, attempt);
    const inputTokens = countInput(request);
    const reply =
      habits === null
        ? replyAsUsual(draw, request, room)
        : replyExpensively(draw, habits, request, room, attempt);
    const outputTokens = Math.min(room, reply.tokens);
    const usd = (inputTokens * perInput + outputTokens * perOutput) / 1e6;
    used.calls += 1;
    used.tokens += inputTokens + outputTokens;
    used.usd += usd;
    if (reply.kind === "lost") throw new errors("lost", { retryAfterMs: 0, costUsd: usd });
    return { ...reply.said, usage: { inputTokens, outputTokens } };
  };
}

/** Counts the billed input: the prompt, its tool calls, and a schema. */
function countInput({ system, messages, tools, responseFormat }: ModelRequest): number {
  const parts = [
    system,
    ...messages.map(({ content }) => content),
    ...messages.flatMap(({ toolCalls }) => (toolCalls ? JSON.stringify(toolCalls) : [])),
    ...(responseFormat ? [JSON.stringify(responseFormat)] : []),
    ...(tools ? [JSON.stringify(tools)] : []),
  ];
  return parts.reduce((sum, part) => sum + estimateTokens(part), 0);
}

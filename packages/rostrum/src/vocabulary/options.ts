import { REASONING_EFFORTS } from "../protocol/model.ts";
import type { DebateConfig, Debater, RunOptions } from "../protocol/options.ts";
import type { BudgetLimits, Limits, Price, Review } from "../protocol/settings.ts";
import type { Fields, Flag, FlagGroup } from "./field.ts";
import { ANSWER, DECIDE, POLL, ROUTE, SEE, STOP } from "./rules.ts";

const flag =
  (group: FlagGroup) =>
  (name: string, more: Partial<Flag> = {}): Flag => ({ name, group, ...more });
const panel = flag("Panel");
const debate = flag("Debate");
const limit = flag("Limits");

/** US dollars per million tokens. */
export const PRICE: Fields<keyof Price> = {
  input: { kind: "number", min: 0, required: true, about: "Input." },
  output: { kind: "number", min: 0, required: true, about: "Output." },
  cachedInput: {
    kind: "number",
    min: 0,
    otherwise: "the price of `input`",
    about: "Input that was read from the provider's cache.",
  },
  cacheWrite: {
    kind: "number",
    min: 0,
    otherwise: "the price of `input`",
    about: "Input that was written to the provider's cache.",
  },
  reasoning: {
    kind: "number",
    min: 0,
    otherwise: "the price of `output`",
    about: "Hidden reasoning.",
  },
};

/** A member of the panel, or the judge. */
export const DEBATER: Fields<keyof Debater> = {
  name: {
    kind: "text",
    longest: 64,
    otherwise: "`debater_0`, `debater_1`, …, and `judge`",
    about: "Unique in the panel: one line of 1 to 64 characters.",
  },
  model: { kind: "model", otherwise: "the config's `model`", about: "The model that replies." },
  fallback: {
    kind: "fallback",
    type: "Model | { model: Model; price?: Price }",
    reach: "operator",
    about:
      "The model that replies when `model` has failed after its retries; with a price of its own.",
  },
  instructions: {
    kind: "text",
    about: "Text that is added to the system prompt: a role, a specialty, a persona.",
    flag: panel("--system", { help: "Instructions for each debater, added to its system prompt." }),
  },
  temperature: {
    kind: "number",
    min: 0,
    max: 10,
    otherwise: "the provider's own",
    about: "Sampling temperature.",
    flag: panel("--temperature", { help: "Sampling temperature of each debater." }),
  },
  weight: {
    kind: "number",
    above: 0,
    default: 1,
    about: "Weight of the member's vote under `weighted()`.",
  },
  maxOutputTokens: {
    kind: "whole",
    min: 1,
    otherwise: "2048, and 16,384 for a model that reasons",
    requestMax: 1_000_000,
    mayChange: true,
    about: "Longest reply in tokens, hidden reasoning included.",
    flag: panel("--max-output-tokens", {
      judgeToo: true,
      help: "Longest reply of each debater and the judge in tokens, hidden reasoning included.",
    }),
  },
  reasoningEffort: {
    kind: "one_of",
    values: REASONING_EFFORTS,
    otherwise: "the provider's own",
    type: "ReasoningEffort",
    about: "How much a reasoning model reasons.",
    flag: panel("--reasoning-effort", {
      judgeToo: true,
      placeholder: "effort",
      help: `How much debaters and judge reason: ${REASONING_EFFORTS.join(", ")}.`,
    }),
  },
  tools: {
    kind: "code",
    expected: "an object of AI SDK tools",
    type: "Record<string, unknown>",
    about: "AI SDK tools, offered in round 0 only, unless `toolsInRevisions` is set.",
  },
  toolsInRevisions: {
    kind: "boolean",
    default: false,
    reach: "code",
    about: "Offer `tools` in revision rounds too, where the text of peers could steer them.",
  },
  maxToolSteps: {
    kind: "whole",
    min: 1,
    default: 8,
    reach: "code",
    about: "Turns of tool call and result before the model must answer.",
  },
  providerOptions: {
    kind: "object",
    type: "Record<string, unknown>",
    reach: "operator",
    about: "Options that are passed to an AI SDK provider unchanged.",
    example: 'providerOptions: { openai: { serviceTier: "flex" } }',
  },
  price: {
    kind: "group",
    fields: PRICE,
    form: "{ input, output } in US dollars per million tokens",
    type: "Price",
    reach: "operator",
    mayChange: true,
    about: "What `model` charges, instead of what the price list says.",
  },
};

/** Caps on one debate, or on all debates that share a `Budget`. */
export const BUDGET: Fields<keyof BudgetLimits> = {
  usd: {
    kind: "number",
    min: 0,
    about: "Most US dollars to spend. Every model needs a known price.",
    flag: limit("--max-cost", { placeholder: "usd" }),
  },
  tokens: {
    kind: "whole",
    min: 0,
    about: "Most tokens to use, input and output together.",
    flag: limit("--max-tokens"),
  },
  calls: {
    kind: "whole",
    min: 0,
    about: "Most calls to make, retries included.",
    flag: limit("--max-calls"),
  },
  ms: {
    kind: "milliseconds",
    about: "Longest time that the debate may take.",
    flag: limit("--max-time", {
      help: "Longest time that the debate may take, such as 90s or 5m.",
    }),
  },
  onExceeded: {
    kind: "one_of",
    values: ["stop", "throw"],
    default: "stop",
    about:
      "At a cap, `stop` decides with the replies so far; `throw` raises `BudgetExceededError`.",
    flag: limit("--on-exceeded"),
  },
};

export const LIMITS: Fields<keyof Limits> = {
  concurrency: {
    kind: "whole",
    min: 1,
    otherwise: "no limit",
    about: "Calls in flight at once within one debate.",
    flag: limit("--concurrency"),
  },
  timeoutMs: {
    kind: "milliseconds",
    default: 120_000,
    requestMax: 3_600_000,
    about: "Longest time that one attempt may take.",
    flag: limit("--timeout", { help: "Longest time that one call may take, such as 30s." }),
  },
  retries: {
    kind: "whole",
    min: 0,
    default: 2,
    requestMax: 10,
    about: "Attempts after the first one.",
    flag: limit("--retries"),
  },
  quorum: {
    kind: "whole",
    min: 1,
    default: 2,
    about: "Fewest replies that a round needs, readable or not.",
    flag: limit("--quorum"),
  },
};

/** How a debate is held. */
export const CONFIG: Fields<keyof DebateConfig> = {
  debaters: {
    kind: "debater",
    many: true,
    required: true,
    type: "(Debater | Model)[] | Model",
    about: "The panel: at least two debaters, or one model that stands for `panelSize` of them.",
    example: 'debaters: ["openai/gpt-5-mini", "anthropic/claude-haiku-4-5", "ollama/llama3.2*2"]',
    flag: panel("--debater", {
      short: "-d",
      help: "A member of the panel: a model id, <id>*3 for three members, or JSON with settings.",
    }),
  },
  model: {
    kind: "model",
    reach: "operator",
    about: "The model of debaters that name none.",
    flag: panel("--model", {
      help: "The model of debaters that name none. Alone, it makes a whole panel.",
    }),
  },
  panelSize: {
    kind: "whole",
    min: 2,
    default: 3,
    reach: "operator",
    about: "Number of debaters when `debaters` is one model.",
    flag: panel("--panel-size"),
  },
  personas: {
    kind: "personas",
    default: false,
    type: "boolean | string[]",
    about:
      "`true` gives the debaters five built-in personas in turn; a list gives one per debater.",
    flag: panel("--personas", { help: "Give each debater one of five built-in personas." }),
  },
  judge: {
    kind: "debater",
    type: "Debater | Model",
    about: "The judge, who decides unless `decide` says otherwise.",
    flag: panel("--judge"),
  },
  rounds: {
    kind: "whole",
    min: 0,
    default: 2,
    requestMax: 100,
    about: "Revision rounds after round 0. With 0, the panel only votes (self-consistency).",
    flag: debate("--rounds", { short: "-r" }),
  },
  answer: {
    kind: "rule",
    rules: ANSWER,
    orCode: "{ read, same }",
    default: "auto",
    type: "AnswerKind<A>",
    about: "How a reply is read and compared.",
    flag: debate("--answer"),
  },
  stop: {
    kind: "rule",
    rules: STOP,
    orCode: "a function",
    many: true,
    default: "agreement:0.8",
    type: "StopRule | StopRule[]",
    about: "When to end the debate early. Any rule that says so ends it.",
    flag: debate("--stop"),
  },
  decide: {
    kind: "rule",
    rules: DECIDE,
    orCode: "a function",
    otherwise: "`judged` with a judge, else `majority`",
    type: "DecisionRule",
    about: "How the last positions become one answer.",
    flag: debate("--decide"),
  },
  route: {
    kind: "rule",
    rules: ROUTE,
    orCode: "a function",
    default: "always",
    type: "Router",
    about: "Whether a question needs a debate at all.",
    flag: debate("--route"),
  },
  poll: {
    kind: "rule",
    rules: POLL,
    orCode: "a function",
    default: "everyone",
    type: "Poll",
    about: "In what order round 0 asks the panel.",
    flag: debate("--poll"),
  },
  revise: {
    kind: "one_of",
    values: ["everyone", "dissenters"],
    default: "everyone",
    about:
      "Who answers again in later rounds. Under `dissenters`, members of a sole leading group keep their answer.",
    flag: debate("--revise"),
  },
  see: {
    kind: "rule",
    rules: SEE,
    orCode: "a function",
    default: "all",
    type: "Topology",
    about: "Who sees whom in revision rounds.",
    flag: debate("--see"),
  },
  show: {
    kind: "one_of",
    values: ["latest", "transcript", "digest"],
    default: "latest",
    about:
      "What a debater reads of its peers: their latest replies, all rounds, or a digest of the groups.",
    flag: debate("--show"),
  },
  anonymous: {
    kind: "boolean",
    default: true,
    about: "Peers are unnamed and shuffled by seed, for debaters and judge.",
    flag: debate("--anonymous"),
  },
  prompts: {
    kind: "one_of",
    values: ["classic", "critique", "revision"],
    orCode: "an object of texts",
    default: "classic",
    type: "PromptSetName | Partial<PromptSet>",
    about: "A built-in set of prompts by name, or `classic` with some texts replaced.",
    flag: debate("--prompts"),
  },
  verify: {
    kind: "code",
    expected: "a function (answer) => ok, refuted or unknown, or { check, lock, veto }",
    type: "Verifier<A> | VerifyRule<A>",
    about: "A deterministic check of answers, shown to all. It can lock or veto an answer.",
  },
  escalateBelow: {
    kind: "number",
    min: 0,
    max: 1,
    default: 0.5,
    about: "Agreement below which a person should look.",
    flag: debate("--escalate-below", { placeholder: "share" }),
  },
  onEscalate: {
    kind: "one_of",
    values: ["flag", "wait"],
    default: "flag",
    about: "Under `wait`, an escalated run pauses until `review(id, …)`.",
    flag: debate("--on-escalate"),
  },
  budget: {
    kind: "group",
    fields: BUDGET,
    form: "limits such as { usd: 0.5 }, or a Budget",
    type: "BudgetLimits | Budget",
    mayChange: true,
    about: "Caps on this debate, or a `Budget` that it shares with others.",
  },
  limits: {
    kind: "group",
    fields: LIMITS,
    form: "an object such as { retries: 1 }",
    type: "Limits",
    mayChange: true,
    about: "Timeouts, retries and the fewest replies that a round needs.",
  },
  journal: {
    kind: "code",
    expected: "a journal such as memoryJournal()",
    type: "Journal",
    otherwise: "in memory, for this run alone",
    mayChange: true,
    about: "Where runs are kept.",
  },
  tracer: {
    kind: "code",
    expected: "an OpenTelemetry tracer",
    type: "Tracer",
    mayChange: true,
    about: "An OpenTelemetry tracer: spans for the run, its rounds and its calls.",
  },
  meter: {
    kind: "code",
    expected: "an OpenTelemetry meter",
    type: "Meter",
    mayChange: true,
    about: "An OpenTelemetry meter: durations and tokens of calls.",
  },
  traceContent: {
    kind: "boolean",
    default: false,
    reach: "code",
    mayChange: true,
    about: "Put prompts and replies into spans.",
  },
  seed: {
    kind: "whole",
    min: 0,
    default: 0,
    about: "Seeds shuffles and samples, and models that can be seeded.",
    flag: debate("--seed"),
  },
};

/** What belongs to one run, next to its question. */
export const RUN: Fields<keyof RunOptions> = {
  id: {
    kind: "text",
    otherwise: "a random id",
    about: "Names the run. With a journal, the same id resumes it.",
  },
  signal: {
    kind: "code",
    expected: "an AbortSignal",
    type: "AbortSignal",
    about: "Ends the run when it is aborted.",
  },
  userId: { kind: "text", reach: "code", about: "Who asks. It is kept in the record." },
  metadata: {
    kind: "object",
    type: "Record<string, unknown>",
    about: "Anything that should be kept in the record.",
  },
  onEvent: {
    kind: "code",
    expected: "a function",
    type: "(event: DebateEvent) => void | Promise<void>",
    about:
      "Gets every event as it happens, in order. An error that it throws becomes a warning and does not end the run.",
  },
};

/** A person's word on an escalated debate. */
export const REVIEW: Fields<keyof Review> = {
  verdict: {
    kind: "one_of",
    values: ["confirm", "correct", "reject"],
    required: true,
    about: "Whether the answer stands.",
  },
  answer: { kind: "text", about: "The right answer, with `correct`." },
  reason: { kind: "text", about: "Why." },
  reviewer: { kind: "text", about: "Who says so. With tokens, always the token's user." },
};

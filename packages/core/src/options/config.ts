import type { DebateConfig } from "../protocol/options.ts";
import { debateFlag, type OptionFields, panelFlag } from "./field.ts";
import { BUDGET, LIMITS, STAKES } from "./limits.ts";
import { TOOLS } from "./tools.ts";
import { VERIFY } from "./verify.ts";
import { ANSWER, DECIDE, POLL, REPORT, ROUTE, SEE, STOP } from "./rules.ts";

/** Options of a debate. */
export const CONFIG: OptionFields<keyof DebateConfig> = {
  purpose: {
    kind: "text",
    maxLength: 300,
    reach: "operator",
    mayChange: true,
    about: "Purpose of the panel, in one sentence. The page shows it in the list of panels.",
  },
  debaters: {
    kind: "debater",
    many: true,
    required: true,
    type: "(Debater | Model)[] | Model",
    about: "The panel: at least two debaters, or one model that is used `panelSize` times.",
    example: 'debaters: ["openai/<model>", "anthropic/<model>", "ollama/<model>*2"]',
    flag: panelFlag("--debater", {
      short: "-d",
      common: true,
      help: "A member of the panel: a model id, <id>*3 for three members, or JSON with settings.",
    }),
  },
  model: {
    kind: "model",
    reach: "operator",
    about: "Default model of debaters.",
    flag: panelFlag("--model", {
      common: true,
      help: "Default model of debaters. Without --debater, it is the model of the whole panel.",
    }),
  },
  panelSize: {
    kind: "whole",
    min: 2,
    default: 3,
    reach: "operator",
    about: "Number of debaters when `debaters` is one model.",
    flag: panelFlag("--panel-size"),
  },
  personas: {
    kind: "personas",
    default: false,
    type: "boolean | string[]",
    about: "`true` assigns five built-in personas in turn; a list sets one per debater.",
    flag: panelFlag("--personas", { help: "Give each debater one of five built-in personas." }),
  },
  judge: {
    kind: "debater",
    type: "Debater | Model",
    about: "The judge. With a judge, `decide` defaults to `judged`.",
    flag: panelFlag("--judge", { common: true }),
  },
  rounds: {
    kind: "whole",
    min: 0,
    default: 1,
    requestMax: 100,
    about:
      "Revision rounds after the first round. With 0, the panel only votes (self-consistency).",
    flag: debateFlag("--rounds", { short: "-r", common: true }),
  },
  answer: {
    kind: "rule",
    rules: ANSWER,
    orCode: "{ read, same }",
    default: "auto",
    type: "AnswerKind<A>",
    about: "How replies are read and compared.",
    flag: debateFlag("--answer", { common: true }),
  },
  compare: {
    kind: "compare",
    default: "auto",
    type: "Compare",
    about:
      "Model that compares answers other than quantities, dates and options if they are not identical. With `rules`, no model is called, and such answers count as different. `auto` uses the judge's model, else that of the first debater that is not a function, embedded or a person.",
    flag: debateFlag("--compare", {
      placeholder: "auto|rules|id",
      help: "Model that compares answers in different words. rules: no model.",
    }),
  },
  sides: {
    kind: "sides",
    type: "Sides",
    about:
      "Answers that debaters are assigned to argue for before the judge. `leaders` are the answers of the first round's two largest groups.",
    flag: debateFlag("--sides", {
      placeholder: "leaders|JSON",
      help: 'Answers to argue for before the judge: leaders, or a list such as \'["yes", "no"]\'.',
    }),
  },
  stop: {
    kind: "rule",
    rules: STOP,
    orCode: "a function",
    many: true,
    default: "agreement:0.8",
    type: "StopRule | StopRule[]",
    about: "When to end the debate early. With several rules, the first one that applies ends it.",
    flag: debateFlag("--stop"),
  },
  decide: {
    kind: "rule",
    rules: DECIDE,
    orCode: "a function",
    otherwise: "`judged` with a judge, else `majority`",
    type: "DecisionRule",
    about: "How the last positions become one answer.",
    flag: debateFlag("--decide"),
  },
  route: {
    kind: "rule",
    rules: ROUTE,
    orCode: "a function",
    default: "always",
    type: "Router",
    about: "Router that decides whether a question needs a debate at all.",
    flag: debateFlag("--route"),
  },
  poll: {
    kind: "rule",
    rules: POLL,
    orCode: "a function",
    default: "everyone",
    type: "Poll",
    about: "Order in which the first round calls the members.",
    flag: debateFlag("--poll", { common: true }),
  },
  stakes: {
    kind: "group",
    fields: STAKES,
    form: "{ wrong, person } in US dollars",
    type: "Stakes",
    about:
      "Costs of a wrong answer and of a person's answer. The expected cost determines which member to call next, when to stop and when to hand over to a person. Requires `poll: sequential` with a calibration, and a known price for every debater.",
  },
  revise: {
    kind: "one_of",
    values: ["everyone", "dissenters"],
    default: "dissenters",
    about:
      "Members that answer again in revision rounds. With `dissenters`, members of the largest group keep their answer unless groups are tied.",
    flag: debateFlag("--revise"),
  },
  see: {
    kind: "rule",
    rules: SEE,
    orCode: "a function",
    default: "all",
    type: "Topology",
    about: "Which peers a debater sees in revision rounds.",
    flag: debateFlag("--see"),
  },
  show: {
    kind: "one_of",
    values: ["latest", "transcript", "digest"],
    default: "latest",
    about:
      "How a debater sees its peers: their latest replies, all rounds, or a digest of the groups.",
    flag: debateFlag("--show"),
  },
  anonymous: {
    kind: "boolean",
    default: true,
    about:
      "Hide names from debaters and judge. Labels (Debater A, …) are shuffled by the seed, once per debate.",
    flag: debateFlag("--anonymous"),
  },
  prompts: {
    kind: "one_of",
    values: ["classic", "critique", "revision"],
    orCode: "an object of texts",
    default: "classic",
    type: "PromptSetName | Partial<PromptSet>",
    about: "A built-in set of prompts by name, or `classic` with some texts replaced.",
    flag: debateFlag("--prompts"),
  },
  crux: {
    kind: "crux",
    default: false,
    type: "CruxOption",
    about:
      "Before each revision round, a model (by default as for `compare`) names the claim that the disagreement depends on, and every debater addresses it first.",
    flag: debateFlag("--crux", {
      help: "Before each revision round, name the claim that the disagreement depends on.",
    }),
  },
  audit: {
    kind: "crux",
    default: false,
    type: "CruxOption",
    about:
      "Another model (by default as for `compare`) tries to refute a unanimous answer. If it succeeds, the run is escalated to a person.",
    flag: debateFlag("--audit", {
      help: "Another model tries to refute a unanimous answer.",
    }),
  },
  report: {
    kind: "rule",
    rules: REPORT,
    default: "none",
    type: "Report",
    about: "Report that a model writes after the debate.",
    flag: debateFlag("--report"),
  },
  verify: {
    kind: "group",
    fields: VERIFY,
    form: "a function (answer) => ok, refuted or unknown, or an object such as { command } or { check, lock, veto }",
    orCode: true,
    type: "Verifier<A> | VerifyRule<A>",
    about:
      "Check of answers without a model, visible to all members. It can lock or veto an answer, or select the first one that passes.",
  },
  tools: {
    kind: "group",
    fields: TOOLS,
    form: "an object such as { mcp: [{ command }], calc: true }",
    type: "Tools",
    reach: "operator",
    about: "Tools for every debater, in addition to its own tools.",
  },
  evidence: {
    kind: "one_of",
    values: ["own", "shared"],
    default: "own",
    about:
      "Readers of tool results: `own` is the debater that called the tool, `shared` all debaters before each revision.",
    flag: debateFlag("--evidence"),
  },
  escalateBelow: {
    kind: "number",
    min: 0,
    max: 1,
    default: 0.5,
    about: "Agreement below which a person should review the answer.",
    flag: debateFlag("--escalate-below", { placeholder: "share" }),
  },
  onEscalate: {
    kind: "one_of",
    values: ["flag", "wait"],
    default: "flag",
    about: "With `wait`, an escalated run pauses until `panel.review(id, …)`.",
    flag: debateFlag("--on-escalate"),
  },
  onRound: {
    kind: "one_of",
    values: ["go", "wait"],
    default: "go",
    mayChange: true,
    about: "With `wait`, a run pauses after each round until `panel.proceed(id)`.",
    flag: debateFlag("--on-round"),
  },
  budget: {
    kind: "group",
    fields: BUDGET,
    form: "limits such as { usd: 0.5 }, or a Budget",
    type: "BudgetLimits | Budget",
    mayChange: true,
    about: "Caps on this debate, or a `Budget` that several debates share.",
  },
  limits: {
    kind: "group",
    fields: LIMITS,
    form: "an object such as { retries: 1 }",
    type: "Limits",
    mayChange: true,
    about: "Timeouts, retries and the minimum number of replies per round.",
  },
  limiter: {
    kind: "code",
    expected: "a limiter from createLimiter()",
    type: "Limiter",
    otherwise: "the limits of the process, as set by `limitProvider`",
    mayChange: true,
    about: "Limits on calls to providers, for all debates that share the limiter.",
  },
  journal: {
    kind: "code",
    expected: "a journal such as memoryJournal()",
    methods: ["open", "read"],
    type: "Journal",
    otherwise: "in memory, for this run alone",
    mayChange: true,
    about: "Storage of runs.",
  },
  tracer: {
    kind: "code",
    expected: "an OpenTelemetry tracer",
    methods: ["startActiveSpan"],
    type: "Tracer",
    mayChange: true,
    about: "An OpenTelemetry tracer: spans for the run, its rounds and its calls.",
  },
  meter: {
    kind: "code",
    expected: "an OpenTelemetry meter",
    methods: ["createHistogram"],
    type: "Meter",
    mayChange: true,
    about: "An OpenTelemetry meter: durations and tokens of calls.",
  },
  traceContent: {
    kind: "boolean",
    default: false,
    reach: "code",
    mayChange: true,
    about: "Include prompts and replies in spans.",
  },
  seed: {
    kind: "whole",
    min: 0,
    default: 0,
    about: "Seed of shuffles and samples, and of models that accept one.",
    flag: debateFlag("--seed"),
  },
};

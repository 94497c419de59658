import type { DebateConfig } from "../protocol/options.ts";
import { debateFlag, type OptionFields, panelFlag } from "./field.ts";
import { BUDGET, LIMITS, STAKES } from "./limits.ts";
import { TOOLS } from "./tools.ts";
import { VERIFY } from "./verify.ts";
import { ANSWER, DECIDE, POLL, REPORT, ROUTE, SEE, STOP } from "./rules.ts";

/** How a debate runs. */
export const CONFIG: OptionFields<keyof DebateConfig> = {
  purpose: {
    kind: "text",
    longest: 300,
    reach: "operator",
    mayChange: true,
    about:
      "What the panel is for, in one sentence. The page shows it to people who choose a panel.",
  },
  debaters: {
    kind: "debater",
    many: true,
    required: true,
    type: "(Debater | Model)[] | Model",
    about: "The panel: at least two debaters, or one model that stands for `panelSize` of them.",
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
    about: "The model of debaters that have none of their own.",
    flag: panelFlag("--model", {
      common: true,
      help: "The model of debaters that have none of their own. Alone, it makes a whole panel.",
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
    about:
      "`true` gives the debaters five built-in personas in turn; a list gives one per debater.",
    flag: panelFlag("--personas", { help: "Give each debater one of five built-in personas." }),
  },
  judge: {
    kind: "debater",
    type: "Debater | Model",
    about: "The judge, which decides unless `decide` says otherwise.",
    flag: panelFlag("--judge", { common: true }),
  },
  rounds: {
    kind: "whole",
    min: 0,
    default: 1,
    requestMax: 100,
    about: "Revision rounds after round 0. With 0, the panel only votes (self-consistency).",
    flag: debateFlag("--rounds", { short: "-r", common: true }),
  },
  answer: {
    kind: "rule",
    rules: ANSWER,
    orCode: "{ read, same }",
    default: "auto",
    type: "AnswerKind<A>",
    about: "How a reply is read and compared.",
    flag: debateFlag("--answer", { common: true }),
  },
  compare: {
    kind: "compare",
    default: "auto",
    type: "Compare",
    about:
      "Who compares answers that are neither identical nor quantities, dates or options: a model, or nobody (`rules`), and then they are different. `auto` asks the judge's model, else that of the first debater that is neither a function, embedded nor a person.",
    flag: debateFlag("--compare", {
      placeholder: "auto|rules|id",
      help: "The model that compares answers in other words; rules: no model.",
    }),
  },
  sides: {
    kind: "sides",
    type: "Sides",
    about:
      "Answers that the debaters argue for before the judge, whatever they think. `leaders` are those of round 0's two largest groups.",
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
    about: "When to end the debate early. One rule that applies is enough.",
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
    about: "Whether a question needs a debate at all.",
    flag: debateFlag("--route"),
  },
  poll: {
    kind: "rule",
    rules: POLL,
    orCode: "a function",
    default: "everyone",
    type: "Poll",
    about: "In what order round 0 asks the panel.",
    flag: debateFlag("--poll", { common: true }),
  },
  stakes: {
    kind: "group",
    fields: STAKES,
    form: "{ wrong, person } in US dollars",
    type: "Stakes",
    about:
      "What a wrong answer and a person's answer cost. The expected cost decides whom to ask, when to stop and when to hand over. It needs `poll: sequential` with a calibration, and a known price for every debater.",
  },
  revise: {
    kind: "one_of",
    values: ["everyone", "dissenters"],
    default: "dissenters",
    about:
      "Who answers again in later rounds. Under `dissenters`, members of the largest group keep their answer unless groups are tied.",
    flag: debateFlag("--revise"),
  },
  see: {
    kind: "rule",
    rules: SEE,
    orCode: "a function",
    default: "all",
    type: "Topology",
    about: "Who sees whom in revision rounds.",
    flag: debateFlag("--see"),
  },
  show: {
    kind: "one_of",
    values: ["latest", "transcript", "digest"],
    default: "latest",
    about:
      "What a debater reads of its peers: their latest replies, all rounds, or a digest of the groups.",
    flag: debateFlag("--show"),
  },
  anonymous: {
    kind: "boolean",
    default: true,
    about:
      "Peers are unnamed, for debaters and judge. Their labels are shuffled by seed, once per debate.",
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
      "Before each revision round, a model (as for `compare`, unless named) names the claim that the disagreement turns on, and every debater answers it first.",
    flag: debateFlag("--crux", {
      help: "Before each revision round, name the claim that the disagreement turns on.",
    }),
  },
  audit: {
    kind: "crux",
    default: false,
    type: "CruxOption",
    about:
      "One more reader (as for `compare`, unless named) tries to refute an answer that all members gave. If it does, a person should review the answer.",
    flag: debateFlag("--audit", {
      help: "One more reader tries to refute an answer that all members gave.",
    }),
  },
  report: {
    kind: "rule",
    rules: REPORT,
    default: "none",
    type: "Report",
    about: "What a model writes about the debate when it is over.",
    flag: debateFlag("--report"),
  },
  verify: {
    kind: "group",
    fields: VERIFY,
    form: "a function (answer) => ok, refuted or unknown, or an object such as { command } or { check, lock, veto }",
    orCode: true,
    type: "Verifier<A> | VerifyRule<A>",
    about:
      "A check of answers without a model, shown to all. It can lock or veto an answer, or select the first that passes.",
  },
  tools: {
    kind: "group",
    fields: TOOLS,
    form: "an object such as { mcp: [{ command }], calc: true }",
    type: "Tools",
    reach: "operator",
    about: "Tools for every debater, in addition to its own.",
  },
  evidence: {
    kind: "one_of",
    values: ["own", "shared"],
    default: "own",
    about:
      "Who reads what tools returned: the debater that asked, or, before each revision, everybody.",
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
    about: "Under `wait`, an escalated run pauses until `panel.review(id, …)`.",
    flag: debateFlag("--on-escalate"),
  },
  onRound: {
    kind: "one_of",
    values: ["go", "wait"],
    default: "go",
    mayChange: true,
    about: "Under `wait`, a run pauses after each round until `panel.proceed(id)`.",
    flag: debateFlag("--on-round"),
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
  limiter: {
    kind: "code",
    expected: "a limiter from createLimiter()",
    type: "Limiter",
    otherwise: "the limits of the process, which `limitProvider` sets",
    mayChange: true,
    about: "Limits on providers, for this debate and the others that share it.",
  },
  journal: {
    kind: "code",
    expected: "a journal such as memoryJournal()",
    methods: ["open", "read"],
    type: "Journal",
    otherwise: "in memory, for this run alone",
    mayChange: true,
    about: "Where runs are kept.",
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
    about: "Put prompts and replies into spans.",
  },
  seed: {
    kind: "whole",
    min: 0,
    default: 0,
    about: "Seeds shuffles and samples, and models that can be seeded.",
    flag: debateFlag("--seed"),
  },
};

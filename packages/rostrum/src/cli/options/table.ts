import {
  amount,
  debater,
  model,
  oneOf,
  share,
  time,
  toggle,
  whole,
  type OptionKind,
} from "./kinds.ts";
import { ANSWER, DECIDE, POLL, ROUTE, rule, ruleWords, SEE, STOP } from "./rules.ts";

/** One option of a config: the help, the flags and the schema for editors are all made from this. */
export interface ConfigOption {
  /** Where it stands in a config, such as `budget.usd`. */
  path: string;
  flag: string;
  short?: string;
  kind: OptionKind;
  help: string;
  /** May be given several times; a config has a list. */
  many?: boolean;
  group: "Panel" | "Debate" | "Limits";
}

const PERSONAS: OptionKind = {
  schema: { anyOf: [{ type: "boolean" }, { type: "array", items: { type: "string" } }] },
  read: () => true,
};

export const CONFIG_OPTIONS: readonly ConfigOption[] = [
  {
    path: "debaters",
    flag: "--debater",
    short: "-d",
    kind: debater,
    many: true,
    group: "Panel",
    help: "a member of the panel: a model id, <id>*3 for several samples, or JSON with its settings",
  },
  {
    path: "model",
    flag: "--model",
    kind: model,
    group: "Panel",
    help: "model of the debaters that name none; alone, a whole panel of it",
  },
  {
    path: "panelSize",
    flag: "--panel-size",
    kind: whole("n", 2),
    group: "Panel",
    help: "number of debaters when one model makes the panel (3)",
  },
  {
    path: "personas",
    flag: "--personas",
    kind: PERSONAS,
    group: "Panel",
    help: "give each debater one of five built-in personas (off)",
  },
  {
    path: "judge",
    flag: "--judge",
    kind: debater,
    group: "Panel",
    help: "a judge, as a model id or JSON; decides unless --decide says otherwise",
  },

  {
    path: "rounds",
    flag: "--rounds",
    short: "-r",
    kind: whole("n", 0),
    group: "Debate",
    help: "revision rounds after round 0; 0 is a plain vote (2)",
  },
  {
    path: "answer",
    flag: "--answer",
    kind: rule(ANSWER),
    group: "Debate",
    help: `how replies are read and compared: ${ruleWords(ANSWER)} (auto)`,
  },
  {
    path: "stop",
    flag: "--stop",
    kind: rule(STOP),
    many: true,
    group: "Debate",
    help: `when to stop early: ${ruleWords(STOP)} (agreement:0.8)`,
  },
  {
    path: "decide",
    flag: "--decide",
    kind: rule(DECIDE),
    group: "Debate",
    help: `how votes become the answer: ${ruleWords(DECIDE)} (majority, or judged with a judge)`,
  },
  {
    path: "route",
    flag: "--route",
    kind: rule(ROUTE),
    group: "Debate",
    help: `whether to debate at all: ${ruleWords(ROUTE)} (always)`,
  },
  {
    path: "poll",
    flag: "--poll",
    kind: rule(POLL),
    group: "Debate",
    help: `in what order round 0 asks: ${ruleWords(POLL)} (everyone)`,
  },
  {
    path: "revise",
    flag: "--revise",
    kind: oneOf("everyone", "dissenters"),
    group: "Debate",
    help: "who answers again in later rounds (everyone)",
  },
  {
    path: "see",
    flag: "--see",
    kind: rule(SEE),
    group: "Debate",
    help: `who sees whom: ${ruleWords(SEE)} (all)`,
  },
  {
    path: "show",
    flag: "--show",
    kind: oneOf("latest", "transcript", "digest"),
    group: "Debate",
    help: "what debaters see of their peers (latest)",
  },
  {
    path: "anonymous",
    flag: "--anonymous",
    kind: toggle,
    group: "Debate",
    help: "hide names from debaters and judge (on)",
  },
  {
    path: "prompts",
    flag: "--prompts",
    kind: oneOf("classic", "critique", "revision"),
    group: "Debate",
    help: "which texts the debaters get (classic)",
  },
  {
    path: "escalateBelow",
    flag: "--escalate-below",
    kind: share("share"),
    group: "Debate",
    help: "agreement below which a person should look (0.5)",
  },
  {
    path: "onEscalate",
    flag: "--on-escalate",
    kind: oneOf("flag", "wait"),
    group: "Debate",
    help: "flag it, or wait for a person's word (flag)",
  },
  {
    path: "seed",
    flag: "--seed",
    kind: whole("n", 0),
    group: "Debate",
    help: "seeds shuffles and samples, and models that can be seeded (0)",
  },

  {
    path: "budget.usd",
    flag: "--max-cost",
    kind: amount("usd", { minimum: 0 }),
    group: "Limits",
    help: "most dollars to spend; needs known prices",
  },
  {
    path: "budget.tokens",
    flag: "--max-tokens",
    kind: whole("n", 0),
    group: "Limits",
    help: "most tokens, in and out together",
  },
  {
    path: "budget.calls",
    flag: "--max-calls",
    kind: whole("n", 0),
    group: "Limits",
    help: "most calls, retries included",
  },
  {
    path: "budget.ms",
    flag: "--max-time",
    kind: time,
    group: "Limits",
    help: "longest time for the whole debate, such as 90s or 5m",
  },
  {
    path: "budget.onExceeded",
    flag: "--on-exceeded",
    kind: oneOf("stop", "throw"),
    group: "Limits",
    help: "at a limit, decide with what there is, or fail (stop)",
  },
  {
    path: "limits.timeoutMs",
    flag: "--timeout",
    kind: time,
    group: "Limits",
    help: "longest time for one call (120s)",
  },
  {
    path: "limits.retries",
    flag: "--retries",
    kind: whole("n", 0),
    group: "Limits",
    help: "attempts after the first (2)",
  },
  {
    path: "limits.concurrency",
    flag: "--concurrency",
    kind: whole("n", 1),
    group: "Limits",
    help: "calls in flight at once (no limit)",
  },
  {
    path: "limits.quorum",
    flag: "--quorum",
    kind: whole("n", 1),
    group: "Limits",
    help: "fewest replies a round needs (2)",
  },
];

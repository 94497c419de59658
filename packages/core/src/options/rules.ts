import type {
  DecisionObject,
  PollObject,
  ReportObject,
  RouteObject,
  SeeObject,
  StopObject,
} from "../protocol/rule-settings.ts";
import { PRICE } from "./debater.ts";
import type { OptionField, RuleDefinitions } from "./field.ts";

const share = (about: string, fallback: number): OptionField => ({
  kind: "number",
  min: 0,
  max: 1,
  default: fallback,
  about,
});

const count = (about: string, fallback: number): OptionField => ({
  kind: "whole",
  min: 1,
  default: fallback,
  about,
});

/** Something that is not done unless it is asked for. */
const off = (about: string): OptionField => ({ kind: "boolean", default: false, about });

const calibration: OptionField = {
  kind: "calibration",
  about:
    "What is known about the members, from `calibrate()`. Without it, no answer is sure, and all members are asked at once.",
  reach: "operator",
};

/** How a reply is read and compared. */
export const ANSWER: RuleDefinitions = {
  auto: { about: "Looks at the question and at round 0 once, then keeps one kind." },
  text: {
    about: "Any text. Rules settle what is identical or typed, and a model compares the rest.",
    colon: "similarity",
    fields: {
      similarity: share(
        "Word overlap (Jaccard) from which two texts count as the same answer, unless they contradict each other. At 1, only texts with the same words do.",
        0.85,
      ),
    },
  },
  exact: { about: "The same characters. Only marks around the whole answer don't count." },
  number: {
    about: "One number, with or without a unit, and nothing else.",
    colon: "tolerance",
    fields: {
      tolerance: {
        kind: "number",
        min: 0,
        otherwise: "what rounding adds",
        about: "Largest difference between two numbers that count as equal.",
      },
    },
  },
  choice: {
    about: "One of the options given, or of those that the question lists.",
    colon: "options",
    fields: {
      options: {
        kind: "choices",
        otherwise: "the options listed in the question, or single letters",
        about: "The options.",
      },
    },
  },
  math: { about: "A number, expression, tuple, interval, set or equation, compared by value." },
  code: {
    about:
      "A whole program. Two are the same if they did the same in the check, else if their lines are the same.",
    colon: "language",
    fields: {
      language: {
        kind: "text",
        longest: 40,
        otherwise: "any",
        about: "The programming language of the answer.",
      },
      tests: {
        kind: "text",
        reach: "operator",
        needsTrust: "program",
        otherwise: "what `verify` says",
        about:
          "Code that is run after the program: an uncaught error means that it is wrong. For python, javascript, ruby, perl and bash.",
      },
    },
  },
  draft: {
    about:
      "A text: the first member drafts and revises it, the others criticize it, the judge signs it off. No vote.",
  },
  findings: {
    about: "A review: round 0 lists findings, and the others check each of them once. No vote.",
    fields: {
      plan: off("The material is a plan: the result says whether to proceed with it."),
      partTokens: {
        kind: "whole",
        min: 1000,
        otherwise: "all documents in one call",
        about:
          "Tokens of documents that a member reviews in one call. With more, each member is asked about one part after the other, and all findings are merged at the end.",
      },
    },
  },
  score: {
    about: "A number on a scale for each criterion of a rubric. The total is their mean.",
    fields: {
      rubric: {
        kind: "rubric",
        required: true,
        about: "What is scored: a text, names of criteria, or names with what they mean.",
      },
      scale: {
        kind: "scale",
        otherwise: "[1, 5]",
        about: "The lowest and the highest number that may be given.",
      },
    },
  },
  json: {
    about: "A value that fits a schema.",
    fields: {
      schema: {
        kind: "schema",
        required: true,
        about: "A Standard Schema validator (zod, valibot, arktype, …), or a JSON Schema.",
      },
      by: {
        kind: "names",
        otherwise: "all fields",
        about:
          "The fields by which two values are compared. Texts without a list of options are compared as prose is.",
      },
    },
  },
};

/** When to end the debate. */
export const STOP: RuleDefinitions<StopObject["type"]> = {
  unanimous: { about: "Every member that was asked gives the same answer." },
  agreement: {
    about: "The largest group has this share of the members that were asked.",
    colon: "share",
    fields: { share: share("Share of the members that were asked.", 0.8) },
  },
  stable: {
    about: "No member has changed its answer for this many rounds.",
    colon: "rounds",
    fields: { rounds: count("Rounds without a change.", 1) },
  },
  never: { about: "Never end early: every round takes place." },
};

/** How the last positions become one answer. */
export const DECIDE: RuleDefinitions<DecisionObject["type"]> = {
  majority: {
    about:
      "The largest group wins; ties go to the sole leader of round 0, then to the panel's order.",
    fields: {
      keepLeader: {
        kind: "boolean",
        default: true,
        about: "A tie goes to the sole leader of round 0. Without it, to the panel's order.",
      },
    },
  },
  weighted: { about: "The group with the largest sum of weight × confidence wins." },
  central: { about: "The reply that shares most words with the others wins." },
  posterior: {
    about: "The answer that is most likely right wins, given what is known about the members.",
    fields: { calibration },
  },
  mean: {
    about: "The mean of the scores, each with its debater's weight; with `score` or `number`.",
  },
  median: { about: "The middle score; with `score` or `number`." },
  trimmed: {
    about: "The mean without the highest and the lowest scores; with `score` or `number`.",
    colon: "share",
    fields: {
      share: {
        kind: "number",
        min: 0,
        max: 0.49,
        default: 0.2,
        about: "Share of the scores that is left out at each end.",
      },
    },
  },
  ranked: {
    about: "Each member ranks the others' last replies, without names; the best ranked reply wins.",
    colon: "count",
    fields: {
      count: {
        kind: "one_of",
        values: ["borda", "copeland", "approval"],
        default: "borda",
        about:
          "How ballots are counted: by places, by duels that a text wins, or by how many approve of it.",
      },
      always: off("Ask for ballots even when all answers are the same words."),
      chairman: off(
        "The judge then writes the answer, with citations, from the replies and their ranking.",
      ),
    },
  },
  judged: {
    about: "A judge writes one answer from all positions, or picks one of them.",
    colon: "mode",
    fields: {
      mode: {
        kind: "one_of",
        values: ["synthesize", "pick"],
        default: "synthesize",
        about: "Whether the judge writes one answer from all positions, or picks a position.",
      },
      always: off("Ask the judge even when the panel is unanimous."),
      structured: off(
        "Ask for reasons, dissent and citations of positions and documents in addition to the answer. Citations are looked up.",
      ),
      bothOrders: off(
        "Ask twice, with the positions in opposite orders. A judge that contradicts itself decides nothing.",
      ),
    },
  },
};

/** Whether a question needs a debate at all. */
const price: OptionField = {
  kind: "group",
  fields: PRICE,
  form: "{ input, output } in US dollars per million tokens",
  type: "Price",
  reach: "operator",
  about: "What `model` charges, if it isn't what the price list says.",
};

export const ROUTE: RuleDefinitions<RouteObject["type"]> = {
  always: { about: "Always debate." },
  confident: {
    about: "Ask one model first, and debate only if it is less sure than the threshold.",
    colon: "threshold",
    fields: {
      model: {
        kind: "model",
        otherwise: "the first debater's model",
        reach: "operator",
        about: "The model that is asked first.",
      },
      price,
      threshold: share("Confidence from which the single answer is taken.", 0.85),
    },
  },
};

/** In what order round 0 asks the panel. */
export const POLL: RuleDefinitions<PollObject["type"]> = {
  everyone: { about: "Ask the whole panel at once." },
  race: {
    about:
      "Ask the whole panel at once. Once neither the stop rule's verdict nor the winning answer can change, wait for `limits.patience`, then cancel the rest.",
  },
  sequential: {
    about: "Ask members one after another, the most useful first, until the answer is sure enough.",
    colon: "target",
    fields: {
      calibration,
      certificate: {
        kind: "certificate",
        about:
          "A target with a guarantee, from `certify()`. It replaces `target`, `first` and `batch`.",
        reach: "operator",
      },
      target: share("Probability of being right from which no more members are asked.", 0.97),
      first: count("Members that are asked at once to begin with.", 2),
      batch: count("Members that are asked at once after that.", 1),
    },
  },
  lead: {
    about:
      "Ask until one answer leads by enough votes: as many members as the lead at first, then as many as the leader lacks. Each member is asked at most once, so there are no revision rounds.",
    colon: "by",
    fields: {
      by: {
        kind: "whole",
        min: 1,
        otherwise: "3, or computed from `target`, `steps` and `errorRate`",
        about: "Votes by which the leading answer must be ahead of the second.",
      },
      max: {
        kind: "whole",
        min: 1,
        otherwise: "the whole panel",
        about: "Members that are asked at most; at least `by`.",
      },
      target: {
        kind: "number",
        above: 0,
        max: 1,
        otherwise: "nothing; give it with `steps` and `errorRate`, instead of `by`",
        about: "Probability, below 1, that all steps of a chain are right.",
      },
      steps: {
        kind: "whole",
        min: 1,
        otherwise: "nothing; give it with `target` and `errorRate`",
        about: "Steps of that chain.",
      },
      errorRate: {
        kind: "number",
        above: 0,
        max: 0.5,
        otherwise: "nothing; give it with `target` and `steps`",
        about: "Probability, below 0.5, that one reply of one member is wrong.",
      },
    },
  },
};

/** Who sees whom in revision rounds. */
export const SEE: RuleDefinitions<SeeObject["type"]> = {
  all: { about: "Everyone sees everyone." },
  ring: {
    about: "Each debater sees its neighbors in panel order.",
    colon: "k",
    fields: { k: count("Neighbors on each side.", 1) },
  },
  star: {
    about: "Everyone sees one member, and that member sees everyone.",
    colon: "i",
    fields: { i: { kind: "seat", default: 0, about: "Panel index of the member in the center." } },
  },
  sample: {
    about: "Each debater sees some peers, drawn anew each round by seed.",
    colon: "k",
    fields: { k: count("Peers that each debater sees.", 1) },
  },
};

const reporting = {
  model: {
    kind: "model",
    otherwise: "as for `compare`",
    about: "The model that writes the report.",
  },
  price,
  max: { kind: "whole", min: 1, max: 100, default: 12, about: "Claims at most." },
} satisfies Record<string, OptionField>;

/** What is written about a debate when it is over. */
export const REPORT: RuleDefinitions<ReportObject["type"]> = {
  none: { about: "No report." },
  claims: {
    about: "The claims of the debate: agreed, contested or single, each with verified quotes.",
    colon: "max",
    fields: reporting,
  },
  memo: {
    about: "The claims, and a memo for those who have to decide.",
    colon: "max",
    fields: reporting,
  },
};

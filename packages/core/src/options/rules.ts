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

/** A boolean that defaults to false. */
const falseByDefault = (about: string): OptionField => ({ kind: "boolean", default: false, about });

const calibration: OptionField = {
  kind: "calibration",
  about:
    "Statistics about the members, from `calibrate()`. Without it, no answer is certain, and all members are called at once.",
  reach: "operator",
};

/** How a reply is read and compared. */
export const ANSWER: RuleDefinitions = {
  auto: { about: "Derives the kind from the question and the first round, once." },
  text: {
    about: "Any text. Rules compare identical and typed answers, and a model compares the rest.",
    shorthand: "similarity",
    fields: {
      similarity: share(
        "Minimum word overlap (Jaccard) at which texts count as the same answer where no model compares them, unless they contradict each other. 1 requires the same words, and no model compares.",
        0.85,
      ),
    },
  },
  exact: {
    about:
      "Compares characters, ignoring only quotation marks or formatting around the whole answer.",
  },
  number: {
    about: "A single number, with or without a unit.",
    shorthand: "tolerance",
    fields: {
      tolerance: {
        kind: "number",
        min: 0,
        otherwise: "none: equal apart from rounding errors of the computer",
        about: "Maximum difference between numbers that count as equal.",
      },
    },
  },
  choice: {
    about: "One option of a list, which is given here or in the question.",
    shorthand: "options",
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
      "A complete program. Programs are the same if they behaved the same in the check, or, without a check, if their lines are the same.",
    shorthand: "language",
    fields: {
      language: {
        kind: "text",
        maxLength: 40,
        otherwise: "any",
        about: "Programming language of the answer.",
      },
      tests: {
        kind: "text",
        reach: "operator",
        needsTrust: "program",
        otherwise: "as set by `verify`",
        about:
          "Code that calls the program. An uncaught error means that the program is wrong. For python, javascript, ruby, perl and bash.",
      },
    },
  },
  draft: {
    about:
      "A text: the first member drafts and revises it, the others criticize it, the judge approves it. No vote.",
  },
  findings: {
    about:
      "A review: members list findings in the first round, then each finding is checked once by the others. No vote.",
    fields: {
      plan: falseByDefault("The material is a plan: the result says whether to proceed with it."),
      partTokens: {
        kind: "whole",
        min: 1000,
        otherwise: "all documents in one call",
        about:
          "Maximum tokens of documents per call. Longer material is reviewed part by part, and all findings are merged at the end.",
      },
    },
  },
  score: {
    about: "A number on a scale for each criterion of a rubric. The total is their mean.",
    fields: {
      rubric: {
        kind: "rubric",
        required: true,
        about: "Criteria: a text, names of criteria, or names with descriptions.",
      },
      scale: {
        kind: "scale",
        otherwise: "[1, 5]",
        about: "Lowest and highest score.",
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
          "Fields by which values are compared. Strings without a list of options are compared like prose.",
      },
    },
  },
};

/** When to end the debate. */
export const STOP: RuleDefinitions<StopObject["type"]> = {
  unanimous: { about: "All members that were called give the same answer." },
  agreement: {
    about: "The largest group has this share of the members that were called.",
    shorthand: "share",
    fields: { share: share("Share of the members that were called.", 0.8) },
  },
  stable: {
    about: "No member has changed its answer for this many rounds.",
    shorthand: "rounds",
    fields: { rounds: count("Rounds without a change.", 1) },
  },
  never: { about: "Never end early: every round takes place." },
};

/** How the last positions become one answer. */
export const DECIDE: RuleDefinitions<DecisionObject["type"]> = {
  majority: {
    about:
      "The largest group wins. Ties are decided by the sole leader of the first round, then by panel order.",
    fields: {
      keepLeader: {
        kind: "boolean",
        default: true,
        about: "Decide ties by the sole leader of the first round; if false, by panel order.",
      },
    },
  },
  weighted: { about: "The group with the largest sum of weight × confidence wins." },
  central: { about: "The reply that shares the most words with the others wins." },
  posterior: {
    about:
      "The answer with the highest probability of being right wins, by the members' calibration.",
    fields: { calibration },
  },
  mean: {
    about:
      "The mean of the scores, weighted by debater; with `score` or `number`. Numbers are converted to one unit; one that has no such unit is left out, and the result is degraded.",
  },
  median: { about: "The middle score; with `score` or `number`." },
  trimmed: {
    about: "The mean without the highest and the lowest scores; with `score` or `number`.",
    shorthand: "share",
    fields: {
      share: {
        kind: "number",
        min: 0,
        max: 0.49,
        default: 0.2,
        about: "Share of the scores to drop at each end.",
      },
    },
  },
  ranked: {
    about: "Each member ranks the others' last replies, without names; the best ranked reply wins.",
    shorthand: "count",
    fields: {
      count: {
        kind: "one_of",
        values: ["borda", "copeland", "approval"],
        default: "borda",
        about: "Counting method: by ranks, by pairwise wins, or by approvals.",
      },
      always: falseByDefault("Ask for ballots even when all answers are the same words."),
      chairman: falseByDefault(
        "Let the judge write the answer, with citations, from the ranked replies.",
      ),
    },
  },
  judged: {
    about: "A judge writes one answer from all positions, or picks one of them.",
    shorthand: "mode",
    fields: {
      mode: {
        kind: "one_of",
        values: ["synthesize", "pick"],
        default: "synthesize",
        about: "Write one answer from all positions, or pick one position.",
      },
      always: falseByDefault("Ask the judge even when the panel is unanimous."),
      structured: falseByDefault(
        "Ask for reasons, dissent and citations in addition to the answer. Citations are verified.",
      ),
      bothOrders: falseByDefault(
        "Call the judge twice, with the positions in opposite orders. Contradictory verdicts decide nothing.",
      ),
    },
  },
};

const price: OptionField = {
  kind: "group",
  fields: PRICE,
  form: "{ input, output } in US dollars per million tokens",
  type: "Price",
  reach: "operator",
  about: "Price of `model`, if it differs from the price list.",
};

export const ROUTE: RuleDefinitions<RouteObject["type"]> = {
  always: { about: "Always debate." },
  confident: {
    about: "Call one model first, and debate only if its confidence is below the threshold.",
    shorthand: "threshold",
    fields: {
      model: {
        kind: "model",
        otherwise: "the first debater's model",
        reach: "operator",
        about: "Model to call first.",
      },
      price,
      threshold: share("Minimum confidence to accept the single answer.", 0.85),
    },
  },
};

/** Order in which the first round calls the members. */
export const POLL: RuleDefinitions<PollObject["type"]> = {
  everyone: { about: "Call the whole panel at once." },
  race: {
    about:
      "Call the whole panel at once. Once the remaining replies can't change the stop rule's verdict or the winning answer, wait for `limits.patience`, then cancel them.",
  },
  sequential: {
    about:
      "Call members one after another, the most informative first, until the answer is certain enough.",
    shorthand: "target",
    fields: {
      calibration,
      certificate: {
        kind: "certificate",
        about:
          "A target with a guarantee, from `certify()`. It replaces `target`, `first` and `batch`.",
        reach: "operator",
      },
      target: share("Probability of being right at which the poll stops.", 0.97),
      first: count("Members in the first batch.", 2),
      batch: count("Members in each later batch.", 1),
    },
  },
  lead: {
    about:
      "Call members until one answer leads by enough votes. The first batch has `by` members, later ones as many as the leader lacks. Each member is called at most once, so there are no revision rounds.",
    shorthand: "by",
    fields: {
      by: {
        kind: "whole",
        min: 1,
        otherwise: "3, or computed from `target`, `steps` and `errorRate`",
        about: "Required lead of the first answer over the second, in votes.",
      },
      max: {
        kind: "whole",
        min: 1,
        otherwise: "the whole panel",
        about: "Maximum number of members to call; at least `by`.",
      },
      target: {
        kind: "number",
        above: 0,
        below: 1,
        otherwise: "unset; set it with `steps` and `errorRate`, instead of `by`",
        about: "Probability that all steps of a chain are right.",
      },
      steps: {
        kind: "whole",
        min: 1,
        otherwise: "unset; set it with `target` and `errorRate`",
        about: "Number of steps of the chain.",
      },
      errorRate: {
        kind: "number",
        above: 0,
        below: 0.5,
        otherwise: "unset; set it with `target` and `steps`",
        about: "Probability that one reply of one member is wrong.",
      },
    },
  },
};

/** Which peers a debater sees in revision rounds. */
export const SEE: RuleDefinitions<SeeObject["type"]> = {
  all: { about: "Everyone sees everyone." },
  ring: {
    about: "Each debater sees its neighbors in panel order.",
    shorthand: "k",
    fields: { k: count("Number of neighbors on each side.", 1) },
  },
  star: {
    about: "Everyone sees one member, and that member sees everyone.",
    shorthand: "i",
    fields: { i: { kind: "seat", default: 0, about: "Panel index of the member in the center." } },
  },
  sample: {
    about: "Each debater sees random peers, drawn by the seed for each round.",
    shorthand: "k",
    fields: { k: count("Number of peers that each debater sees.", 1) },
  },
};

const reportFields = {
  model: {
    kind: "model",
    otherwise: "as for `compare`",
    about: "Model that writes the report.",
  },
  price,
  max: { kind: "whole", min: 1, max: 100, default: 12, about: "Maximum number of claims." },
} satisfies Record<string, OptionField>;

/** Report to write when a debate is over. */
export const REPORT: RuleDefinitions<ReportObject["type"]> = {
  none: { about: "No report." },
  claims: {
    about: "The claims of the debate: agreed, contested or single, each with verified quotes.",
    shorthand: "max",
    fields: reportFields,
  },
  memo: {
    about: "The claims, and a memo for decision makers.",
    shorthand: "max",
    fields: reportFields,
  },
};

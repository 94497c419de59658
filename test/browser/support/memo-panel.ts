import {
  judged,
  type DebateConfig,
  type ModelFunction,
} from "../../../packages/rostrum/src/index.ts";

export const MEMO_QUESTION = "Can the Customer leave after eighteen months, yes or no?";

export const CONTRACT = {
  document: "agreement.txt",
  text: [
    ...Array.from(
      { length: 60 },
      (_, index) => `${index + 1}. This clause deals with matter ${index + 1} and nothing else.`,
    ),
    "61. The Customer may terminate for convenience after the first twelve months, with six months' notice.",
    "62. This Agreement runs for an initial term of thirty-six months.",
  ].join("\n\n"),
};

const READERS: Record<string, readonly [string, string]> = {
  counsel: [
    'Clause 61 gives a way out: the Customer "may terminate for convenience after the first twelve months". Notice in month twelve ends it in month eighteen.\n\nAnswer: yes',
    "The claim holds: a special clause goes before the general one, and clause 61 is the special one.\n\nAnswer: yes",
  ],
  skeptic: [
    'Clause 62 binds both sides: "an initial term of thirty-six months", and one colleague calls it "a term that nobody can shorten at all".\n\nAnswer: no',
    "I was wrong about clause 62: a notice period only makes sense if one can leave. The claim holds.\n\nAnswer: yes",
  ],
  auditor: [
    "A term is a term. The notice period is for renewals.\n\nAnswer: no",
    "The claim does not hold: nothing says that clause 61 applies within the initial term.\n\nAnswer: no",
  ],
};

const analyst: ModelFunction = ({ role, items = [] }) => {
  const numberOf = (words: string): number => items.findIndex((text) => text.includes(words)) + 1;
  if (role === "crux") {
    return JSON.stringify({
      claim: "Clause 61 applies within the initial term of clause 62.",
      for: [numberOf("gives a way out")],
      against: [numberOf("binds both sides"), numberOf("A term is a term")],
    });
  }
  if (role === "claims") {
    return JSON.stringify({
      claims: [
        {
          text: "Clause 61 applies within the initial term.",
          support: [
            { item: 1, quote: "a special clause goes before the general one" },
            { item: 2, quote: "I was wrong about clause 62" },
          ],
          against: [
            { item: 3, quote: "nothing says that clause 61 applies within the initial term" },
          ],
        },
        {
          text: "A notice period shows that one can leave.",
          support: [
            { item: 2, quote: "a notice period only makes sense if one can leave" },
            { item: 1, quote: "leaving is free of charge" },
          ],
        },
      ],
      unaddressed: ["What leaving would cost."],
    });
  }
  return JSON.stringify({
    recommendation: "Treat month eighteen as the first exit, and give notice in month twelve.",
    because: ["counsel: “a special clause goes before the general one”."],
    unless: ["A court reads clause 61 as a rule for renewals only."],
    contested: ["Whether clause 61 applies within the initial term."],
    dissent: [{ item: 3, quote: "nothing says that clause 61 applies within the initial term" }],
    nextSteps: ["Ask the provider to confirm the reading in writing."],
  });
};

/** Three readers of a contract, a crux, a judge who forges one quote, and a memo. */
export function contractReview(): DebateConfig {
  return {
    debaters: Object.entries(READERS).map(([name, lines]) => ({
      name,
      model: ({ round }) => lines[Math.min(round, 1)] ?? "",
    })),
    judge: {
      name: "partner",
      model: () =>
        JSON.stringify({
          citations: [
            {
              document: "agreement.txt",
              quote: "may terminate for convenience after the first twelve months",
            },
            { position: "auditor", quote: "the notice period is only for the landlord" },
          ],
          justification: "counsel is right.",
          answer: "yes",
        }),
    },
    decide: judged({ structured: true }),
    anonymous: false,
    crux: { model: analyst },
    report: { type: "memo", model: analyst },
    rounds: 1,
    revise: "everyone",
    stop: "never",
    compare: "rules",
  };
}

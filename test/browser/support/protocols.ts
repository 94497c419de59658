import {
  council,
  editorial,
  findings,
  type DebateConfig,
  type ModelFunction,
} from "../../../packages/rostrum/src/index.ts";

const CODE = [
  "export function total(lines: Line[], discount: number): number {",
  "  let sum = 0;",
  "  for (let i = 0; i <= lines.length; i++) sum += lines[i].price * lines[i].count;",
  "  return sum * (1 - discount / 100);",
  "}",
].join("\n");

/** The text under review stands in the question, as somebody pastes it. */
export const REVIEW = `Review this code.\n\n${CODE}`;

const finding = (severity: string, claim: string, quote: string) => ({ severity, claim, quote });
const OVERRUN = finding(
  "high",
  "The loop runs one past the end, so `lines[i]` is undefined in its last turn.",
  "i <= lines.length",
);
const NEGATIVE = finding("medium", "A discount above 100 gives a negative sum.", "discount / 100");
const FORGED = finding(
  "critical",
  "User input is evaluated as code, which lets anybody run commands on the server.",
  "eval(request.body.expression.withAVeryLongNameThatDoesNotBreakAnywhereInTheLine)",
);

const reviewer =
  (...found: object[]): ModelFunction =>
  ({ round, items = [] }) =>
    JSON.stringify(
      round === 0
        ? { findings: found }
        : {
            votes: items.map((claim, index) => ({
              item: index + 1,
              quote: "let sum = 0;",
              vote: claim === NEGATIVE.claim ? "refute" : "uphold",
            })),
          },
    );

export const review = (): DebateConfig<never> =>
  ({
    debaters: [
      { name: "careful", model: reviewer(OVERRUN) },
      { name: "hasty", model: reviewer(OVERRUN, FORGED) },
      { name: "strict", model: reviewer(NEGATIVE) },
    ],
    answer: findings(),
    compare: "rules",
  }) as unknown as DebateConfig<never>;

const ANSWERS: Record<string, string> = {
  ada: "Load with COPY into a staging table. Single inserts pay for a round trip each.\nAnswer: use COPY",
  boole: "Drop the indexes first, and build them after the load.\nAnswer: drop the indexes",
  curie: "Partition by day, and attach the finished day.\nAnswer: partition by day",
  darwin: "Send the reports to a replica.\nAnswer: use a replica",
  euler: "Buy faster disks.\nAnswer: faster disks",
};

const ranker =
  (name: string): ModelFunction =>
  ({ role, items = [] }) => {
    if (role !== "ballot") return ANSWERS[name] ?? "";
    const order = Object.values(ANSWERS).map((text) => items.indexOf(text) + 1);
    const ranking = order.filter((number) => number > 0);
    return name === "euler" ? '{"ranking": [9]}' : JSON.stringify({ ranking });
  };

export const council5 = (): DebateConfig<never> => ({
  ...council,
  debaters: Object.keys(ANSWERS).map((name) => ({ name, model: ranker(name) })),
  judge: () =>
    JSON.stringify({
      answer: "use COPY, with the indexes dropped",
      confidence: 0.8,
      justification: "It removes the cause.",
      dissent: "A replica is quicker to set up.",
      citations: [],
    }),
});

const arguing: ModelFunction = ({ messages }) => {
  const told = messages.at(-1)?.content ?? "";
  const first = told.includes("You argue for answer 1");
  return first
    ? 'The lease says it outright: "the tenant may end it with two months\' notice". Nothing else limits that.'
    : 'It limits that: "the landlord agreed in writing to a term of three years".';
};

export const oversight = (): DebateConfig<never> => ({
  debaters: [
    { name: "for_yes", model: arguing },
    { name: "for_no", model: arguing },
  ],
  judge: ({ stepId }) => `Answer: ${stepId.endsWith("swapped") ? "no" : "yes"}`,
  sides: { answers: ["yes", "no"], swap: true },
  rounds: 0,
});

export const notice = (): DebateConfig<never> =>
  ({
    ...editorial,
    debaters: [
      {
        name: "writer",
        model: (({ round }) =>
          round === 0
            ? "There will be no power on Tuesday."
            : "There will be no power on Tuesday from 6 to 8 pm.") as ModelFunction,
      },
      {
        name: "critic",
        model: (() =>
          JSON.stringify({
            critique: [
              { quote: "no power on Tuesday", problem: "When?", suggestion: "give the hours" },
              { quote: "all day long", problem: "That is not true.", suggestion: "" },
            ],
          })) as ModelFunction,
      },
    ],
    judge: (() => '{"reason": "The street is missing.", "signedOff": false}') as ModelFunction,
  }) as unknown as DebateConfig<never>;

import { appendFileSync } from "node:fs";
import type {
  DebateConfig,
  ModelFunction,
  ModelRequest,
} from "../../../packages/rostrum/src/index.ts";

/** Every call is written down, so that a test can count what was paid for. */
function noted({ stepId }: ModelRequest): void {
  const { CALLS } = process.env;
  if (CALLS !== undefined) appendFileSync(CALLS, `${stepId.slice(stepId.lastIndexOf("__") + 2)}\n`);
}

function says(...answers: string[]): ModelFunction {
  return (request) => {
    noted(request);
    const text = `Since it is so.\nAnswer: ${answers[request.round] ?? answers.at(-1)}\nConfidence: 0.9`;
    request.onText?.(text);
    return { text, usage: { inputTokens: 100, cachedInputTokens: 0, outputTokens: 10 } };
  };
}

const breaks: ModelFunction = (request) => {
  noted(request);
  throw new Error("status 500: the model is on fire");
};

/** Replies when the test says so, unless the run ends before. */
const gated: ModelFunction = async (request) => {
  noted(request);
  const { GATE } = process.env;
  if (GATE !== undefined) await fetch(GATE, { signal: request.signal });
  return "Answer: Paris\nConfidence: 0.9";
};

/** Clears the screen, sets the title, blinks, reverses, forges a summary. */
const HOSTILE =
  "\u001b[2J\u001b]0;owned\u0007\u001b[5mblink\u009b31mred\u202eright to left\rover\u0008\nagreement   100%\nAnswer: Pa\u001b[2Jris \u009b5m\nConfidence: 0.9";

const hostile: ModelFunction = ({ onText }) => {
  onText?.(HOSTILE);
  return HOSTILE;
};

const OVERRUN = "The loop reads one element past the end.\u001b[2J";

/** Finds the overrun in whatever file has it, and upholds everything else but what is forged. */
const reviewer =
  (...more: object[]): ModelFunction =>
  ({ round, items = [] }) =>
    round === 0
      ? JSON.stringify({
          findings: [{ quote: "i <= n", claim: OVERRUN, severity: "high" }, ...more],
        })
      : JSON.stringify({
          votes: items.map((claim, index) => ({
            item: index + 1,
            quote: "let sum = 0",
            vote: claim.includes("forged") ? "refute" : "uphold",
          })),
        });

/** Says how many documents and files it was sent. */
const reads = {
  model: ({ messages }: ModelRequest) =>
    `Answer: ${messages.filter(({ content }) => /the (?:file|document) (?!earlier)/.test(content)).length} files`,
  takes: ["image" as const, "pdf" as const],
};

const price = { input: 1, output: 1 };
const panels: Record<string, DebateConfig> = {
  reported: {
    debaters: [says("Paris"), says("Paris"), says("Lyon")],
    rounds: 0,
    report: {
      type: "claims",
      model: ({ role }: { role: string }) =>
        role === "claims"
          ? '{"claims": [{"text": "It is so.", "support": [{"item": 1, "quote": "Since it is so"}]}]}'
          : '{"recommendation": "Go to Paris.", "unless": ["It \\u001b[31mrains."]}',
    },
  },
  reading: { debaters: [reads, reads], rounds: 0 },
  table: { debaters: [says("Paris"), says("Paris"), "human:grace"], rounds: 0 },
  agree: { debaters: [says("Paris"), says("Paris"), says("Paris")], answer: "exact" },
  headline: {
    debaters: ["First.", "Second.", "Third."].map((rest) => () => `Answer:\nKeep it.\n${rest}`),
    answer: "text",
    compare: () =>
      '{"groups": [{"items": [1, 2, 3], "label": "Keep it", "fullest": 2}], "none": []}',
  },
  priced: {
    debaters: ["a", "b", "c"].map((name) => ({ name, model: says("Paris"), price })),
    answer: "exact",
  },
  change: {
    debaters: [says("Lyon", "Paris"), says("Paris"), says("Nice", "Paris")],
    stop: "unanimous",
  },
  divided: { debaters: [says("Paris"), says("Lyon"), says("Nice")], rounds: 0 },
  degraded: {
    debaters: [says("Paris"), says("Paris"), breaks],
    limits: { retries: 0 },
    rounds: 0,
    answer: "exact",
  },
  broken: { debaters: [breaks, breaks], limits: { retries: 0 } },
  stubborn: {
    debaters: [says("Paris"), says("Paris"), says("Lyon")],
    stop: "never",
    rounds: 3,
    revise: "everyone",
  },
  compared: { debaters: [says("Paris"), says("Lyon"), says("Rome")], compare: gated },
  /** Its comparison fails if the test says so. */
  recompared: {
    debaters: [says("Paris"), says("Lyon"), says("Rome")],
    compare: () => {
      if (process.env["FAILS"] !== undefined) throw new Error("no reply in time");
      return '{"groups":[{"items":[1],"label":"x"},{"items":[2],"label":"y"},{"items":[3],"label":"z"}]}';
    },
    limits: { retries: 0 },
    revise: "everyone",
  },
  gated: { debaters: [says("Paris"), says("Paris"), gated], answer: "exact" },
  hostile: { debaters: [hostile, hostile, says("Lyon")], answer: "exact", rounds: 0 },
  review: {
    debaters: [
      reviewer(),
      reviewer({ quote: "sum / n", claim: "An empty list gives NaN.", severity: "medium" }),
      reviewer({ quote: "let sum = 0", claim: "a forged one", severity: "critical" }),
    ],
    compare: "rules",
  },
  /** Six report one finding, and the seventh quotes a line against it that has nothing to do with it. */
  disputed: {
    debaters: [
      ...[1, 2, 3, 4, 5, 6].map((number) => ({ name: `author_${number}`, model: reviewer() })),
      {
        name: "grace",
        model: (({ round }) =>
          JSON.stringify(
            round === 0
              ? { findings: [] }
              : {
                  votes: [
                    {
                      item: 1,
                      quote: "let sum = 0;",
                      reason: "The sum starts at zero.\u001b[2J",
                      vote: "refute",
                      severity: "low",
                    },
                  ],
                },
          )) as ModelFunction,
      },
    ],
    compare: "rules",
  },
  /** One reports a finding, and nothing settles it for the others. */
  lone: {
    debaters: [
      { name: "author", model: reviewer() },
      ...["ben", "cat"].map((name) => ({
        name,
        model: (({ round }) =>
          JSON.stringify(
            round === 0 ? { findings: [] } : { votes: [{ item: 1, vote: "doubt" }] },
          )) as ModelFunction,
      })),
    ],
    compare: "rules",
  },
  clean: {
    debaters: [0, 1].map((): ModelFunction => () => '{"findings": []}'),
  },
  /** For decisions: settings that a review has no use for. */
  decision: {
    debaters: [0, 1].map((): ModelFunction => () => '{"findings": []}'),
    crux: true,
    report: "memo",
    audit: true,
    poll: "race",
  },
  wait: { debaters: [says("Paris"), says("Lyon")], rounds: 0, onEscalate: "wait" },
};

// A config is found by its default export.
// oxlint-disable-next-line import/no-default-export
export default { panels, default: "agree" };

/*
 * Du et al.'s runResolved on the embedded debater, offline: every arm on shared samples.
 *
 *   node scripts/evidence/arithmetic.ts [questions] [form] [panel]
 *
 * Forms: du, du99, triple, two_triples. Panels: embedded*3 (three seeds), embedded/xs-1*3, embedded/m*3.
 */
import {
  arithmetic,
  evaluate,
  type Arm,
  type ArithmeticForm,
} from "../../packages/rostrum/src/eval/index.ts";
import { frugal, guarded, number, type DebateConfig } from "../../packages/rostrum/src/index.ts";

const count = Number(process.argv[2] ?? 100);
const form = (process.argv[3] ?? "triple") as ArithmeticForm;
const panel = process.argv[4] ?? "embedded*3";

const full = { rounds: 2, stop: "never" } as const;
const ARMS: Arm[] = [
  { type: "single" },
  { type: "best_member" },
  { type: "vote" },
  { type: "self_revise", rounds: 2 },
  { type: "debate", config: full },
  { type: "equal_vote", of: "debate", by: "calls" },
  { type: "equal_vote", name: "vote_at_equal_tokens", of: "debate", by: "tokens" },
  { type: "placebo", config: full },
  { type: "debate", name: "classic", config: { rounds: 2 } },
  { type: "debate", name: "guarded", config: { ...guarded } },
  { type: "debate", name: "frugal", config: { ...frugal() } },
  { type: "debate", name: "weighted", config: { ...full, decide: "weighted" } },
  { type: "sequential" },
  { type: "oracle" },
];

const begun = performance.now();
const report = await evaluate({
  items: arithmetic({ count, form, seed: 11 }),
  panel: { debaters: panel, answer: number() } as unknown as DebateConfig<never>,
  arms: ARMS,
  concurrency: 4,
});
const seconds = (performance.now() - begun) / 1000;
console.log(
  `${report.questions} questions of form ${form}, panel ${panel}: ${report.spent.calls} calls in ${seconds.toFixed(0)} s`,
);
console.log(
  "arm                        right  [95 %]          calls  tokens  against the vote      fixed/broken",
);
for (const arm of report.arms) {
  const { accuracy, againstVote, calls, tokens, fixed, broken } = arm;
  const percent = (share: number): string => (100 * share).toFixed(1).padStart(5);
  const difference = againstVote
    ? `${percent(againstVote.value)} [${percent(againstVote.low)}, ${percent(againstVote.high)}]`
    : "";
  console.log(
    `${arm.name.padEnd(25)} ${percent(accuracy.value)}  [${percent(accuracy.low)}, ${percent(accuracy.high)}] ` +
      `${calls.toFixed(1).padStart(6)} ${(tokens ?? 0).toFixed(0).padStart(7)}  ${difference.padEnd(22)} ${fixed}/${broken}`,
  );
}

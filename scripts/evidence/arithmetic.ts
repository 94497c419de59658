/*
 * Du et al.'s arithmetic on the embedded debater, offline: every arm on shared samples.
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
} from "../../packages/eval/src/index.ts";
import "../lib/saved-output.ts";
import {
  classic,
  frugal,
  guarded,
  number,
  type DebateConfig,
} from "../../packages/rostrum/src/index.ts";

const count = Number(process.argv[2] ?? 100);
const form = (process.argv[3] ?? "triple") as ArithmeticForm;
const panel = process.argv[4] ?? "embedded*3";

const full = { ...classic, stop: "never" } as const;
const ARMS: Arm[] = [
  { type: "single" },
  { type: "best_member" },
  { type: "vote" },
  { type: "self_revise", rounds: 2 },
  { type: "debate", config: full },
  { type: "equal_vote", of: "debate", by: "calls" },
  { type: "equal_vote", name: "vote_at_equal_tokens", of: "debate", by: "tokens" },
  { type: "placebo", config: full },
  { type: "debate", name: "classic", config: { ...classic } },
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
  `${report.questions} questions of form ${form}, panel ${panel}: ${report.spent.calls.toLocaleString("en-US")} calls`,
);
console.error(`${seconds.toFixed(0)} s`);
console.log(
  "\n| arm | right, % | calls | tokens | against the vote, points | fixed/broken |\n|---|---|---|---|---|---|",
);
const percent = (share: number): string => (100 * share).toFixed(1).replace("-", "−");
const interval = ({ value, low, high }: { value: number; low: number; high: number }): string =>
  `${percent(value)} [${percent(low)}, ${percent(high)}]`;
for (const { name, accuracy, againstVote, calls, tokens, fixed, broken } of report.arms) {
  const against = againstVote && name !== "vote" ? interval(againstVote) : "–";
  const cells = [name, interval(accuracy), calls.toFixed(1), (tokens ?? 0).toFixed(0), against];
  console.log(`| ${cells.join(" | ")} | ${fixed}/${broken} |`);
}

/*
 * Judges of answers against people, on recorded verdicts about pairs of answers: how well each judge and a jury of them
 * agree with people, how often a judge contradicts itself when the order is turned round, and whether weights that were
 * learned from 100 pairs help.
 *
 *   node scripts/evidence/jury.ts [splits]
 *
 * Takes about two minutes for 200 splits.
 */
import "../lib/saved-output.ts";
import { createRandom } from "../../packages/core/src/record/random.ts";
import {
  learnJudgeWeights,
  weighSignals,
  type Signals,
} from "../../packages/eval/src/jury/weigh-judges.ts";
import { computeKappa } from "../../packages/eval/src/statistics/kappa.ts";
import { recordedFile, recordedRows } from "./recorded.ts";
import { estimateSplits, formatPoints, formatShare } from "./resample.ts";
import { mean, percent } from "./watched.ts";

const splits = Number(process.argv[2] ?? 200);
const LEARNED = 100;
const RESAMPLES = 1000;

type Verdict = "a" | "b" | "tie";

interface Judged {
  set: string;
  gold: Verdict;
  judges: Record<string, { ab?: Verdict | null; ba?: Verdict | null }>;
}

interface Row {
  signals: Signals;
  gold: 1 | -1;
}

const VALUE = { a: 1, tie: 0, b: -1 } as const;
const valueOf = (verdict: Verdict | null | undefined): number => (verdict ? VALUE[verdict] : 0);

if (recordedFile("preferences") === null) {
  console.log("skipped: the recorded verdicts are not here");
  process.exit(0);
}
const all = recordedRows("preferences.jsonl.gz") as unknown as Judged[];

/** Judges that judged every pair of these in both orders. */
function judgesOf(rows: readonly Judged[]): string[] {
  const counts = new Map<string, number>();
  for (const { judges } of rows) {
    for (const [name, verdicts] of Object.entries(judges)) {
      if ("ba" in verdicts) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts].flatMap(([name, count]) => (count === rows.length ? [name] : [])).sort();
}

/** Both orders count the same; where only one was asked for, it counts alone. */
function signalOf({ judges }: Judged, name: string): number {
  const { ab, ba } = judges[name] ?? {};
  return ba === undefined ? valueOf(ab) : (valueOf(ab) + valueOf(ba)) / 2;
}

const rowsOf = (rows: readonly Judged[], names: readonly string[]): Row[] =>
  rows.map((row) => ({
    signals: names.map((name) => signalOf(row, name)),
    gold: row.gold === "a" ? 1 : -1,
  }));

/** How often a signal is on the people's side; half where it is on neither. */
const scoreOf = (rows: readonly Row[], signal: (signals: Signals) => number): number =>
  mean(
    rows.map(({ signals, gold }) => {
      const value = signal(signals) * gold;
      return Math.abs(value) < 1e-9 ? 0.5 : Number(value > 0);
    }),
  );

/** A figure with the interval of its bootstrap over pairs. */
function withInterval<T>(
  items: readonly T[],
  figure: (items: readonly T[]) => number | null,
): string {
  const random = createRandom("kappa");
  const drawn = Array.from({ length: RESAMPLES }, () =>
    figure(items.map(() => items[Math.floor(random() * items.length)] as T)),
  )
    .filter((value) => value !== null)
    .sort((x, y) => x - y);
  const at = (share: number): string => (drawn[Math.floor(share * drawn.length)] ?? 0).toFixed(2);
  return `${(figure(items) ?? 0).toFixed(2)} [${at(0.025)}, ${at(0.975)}]`;
}

const kappa = (pairs: readonly (readonly [number, number])[]): number | null => computeKappa(pairs);
const weighted = (pairs: readonly (readonly [number, number])[]): number | null =>
  computeKappa(pairs, (x, y) => (x - y) ** 2);

function describeJudges(title: string, rows: readonly Judged[], names: readonly string[]): void {
  console.log(
    `\n| ${title}, ${rows.length} pairs | right | Cohen's kappa | weighted kappa | contradicts itself | takes the first of a contradiction |\n|---|---|---|---|---|---|`,
  );
  for (const name of names) {
    const verdicts = rows.map(
      (row) => [Math.sign(signalOf(row, name)), valueOf(row.gold)] as const,
    );
    const twice = rows.flatMap(({ judges }) => {
      const { ab, ba } = judges[name] ?? {};
      return ab && ba ? [{ ab, ba }] : [];
    });
    const flips = twice.filter(({ ab, ba }) => ab !== ba);
    const first = flips.filter(({ ab }) => ab === "a").length;
    const right = mean(
      verdicts.map(([said, gold]) => (said === 0 && gold !== 0 ? 0.5 : Number(said === gold))),
    );
    console.log(
      `| ${name} | ${percent(right)} | ${withInterval(verdicts, kappa)} | ${withInterval(verdicts, weighted)} | ${percent(flips.length / Math.max(1, twice.length))} | ${flips.length === 0 ? "–" : percent(first / flips.length)} |`,
    );
  }
}

const sumOf = (signals: Signals): number => signals.reduce((total, each) => total + each, 0);

/** Learned from some pairs, used on the others of the same kind. */
function learn(title: string, rows: readonly Row[], names: readonly string[]): void {
  const { best, majority, jury, gain } = estimateSplits(
    { members: [...names.keys()], rows, splits, seed: title },
    (judges, learned, tested) => {
      const pick = (list: readonly Row[]): Row[] =>
        list.map(({ signals, gold }) => ({ signals: judges.map((at) => signals[at] ?? 0), gold }));
      const [known, others] = [pick(learned), pick(tested)];
      const scoreAlone = (judge: number, list: readonly Row[]): number =>
        scoreOf(list, (signals) => signals[judge] ?? 0);
      const own = judges.map((_, judge) => scoreAlone(judge, known));
      const chosen = scoreAlone(own.indexOf(Math.max(...own)), others);
      const weights = learnJudgeWeights(known);
      const weighed = scoreOf(others, (signals) => weighSignals(signals, weights));
      const counted = scoreOf(others, sumOf);
      return { best: chosen, majority: counted - chosen, jury: weighed, gain: weighed - chosen };
    },
    LEARNED,
  );
  console.log(
    `| ${title}, ${names.length} judges | ${formatShare(best)} | ${formatPoints(majority)} | ${formatShare(jury)} | ${formatPoints(gain)} |`,
  );
}

/** Learned from pairs of one kind, used on pairs of the other. */
function carryOver(
  title: string,
  from: readonly Row[],
  to: readonly Row[],
  names: readonly string[],
): void {
  const { best, majority, gain } = estimateSplits(
    { members: [...names.keys()], rows: [...from, ...to], splits, seed: title },
    (judges, drawn) => {
      const pick = (kind: readonly Row[]): Row[] => {
        const isOfKind = new Set(kind);
        return drawn
          .filter((row) => isOfKind.has(row))
          .map(({ signals, gold }) => ({ signals: judges.map((at) => signals[at] ?? 0), gold }));
      };
      const [known, others] = [pick(from).slice(0, LEARNED), pick(to)];
      const scoreAlone = (judge: number, list: readonly Row[]): number =>
        scoreOf(list, (signals) => signals[judge] ?? 0);
      const own = judges.map((_, judge) => scoreAlone(judge, known));
      const chosen = scoreAlone(own.indexOf(Math.max(...own)), others);
      const weights = learnJudgeWeights(known);
      const weighed = scoreOf(others, (signals) => weighSignals(signals, weights));
      return { best: chosen, majority: scoreOf(others, sumOf) - chosen, gain: weighed - chosen };
    },
    from.length + to.length,
  );
  console.log(
    `| ${title} | ${formatShare(best)} | ${formatPoints(majority)} | ${formatPoints(gain)} |`,
  );
}

const tricky = all.filter(({ set }) => set.startsWith("llmbar/LLMBar/"));
const studies = all.filter(({ set }) => set.startsWith("llmbar/CaseStudy/"));
const ordinary = all.filter(({ set }) => set.startsWith("llmbar/Processed/"));
const panda = all.filter(({ set }) => set === "pandalm");
const everywhere = judgesOf([...tricky, ...ordinary]);
const onTricky = judgesOf(tricky);
const onePrompt = onTricky.filter((name) => name.endsWith("/Vanilla"));

console.log(
  `Mean of ${splits} splits, ${LEARNED} pairs to learn from; judges asked in both orders; [middle 95 % of draws of judges and pairs]`,
);
describeJudges("LLMBar", tricky, everywhere);
describeJudges("ordinary pairs", ordinary, everywhere);
describeJudges("PandaLM, one order", panda, ["gpt-3.5-turbo", "pandalm-7b"]);
console.log(
  "\n| learned and used on | best judge of the learned pairs | unweighted majority − best judge | jury with learned weights | jury − best judge |\n|---|---|---|---|---|",
);
learn("LLMBar", rowsOf(tricky, everywhere), everywhere);
learn("LLMBar, one prompt", rowsOf(tricky, onePrompt), onePrompt);
learn("LLMBar, all prompts", rowsOf(tricky, onTricky), onTricky);
learn("ordinary pairs", rowsOf(ordinary, everywhere), everywhere);
learn("case studies", rowsOf(studies, judgesOf(studies)), judgesOf(studies));
console.log(
  "\n| learned on one, used on the other | best judge of the learned pairs | unweighted majority − best judge | jury − best judge |\n|---|---|---|---|",
);
carryOver(
  "LLMBar to ordinary pairs",
  rowsOf(tricky, everywhere),
  rowsOf(ordinary, everywhere),
  everywhere,
);
carryOver(
  "ordinary pairs to LLMBar",
  rowsOf(ordinary, everywhere),
  rowsOf(tricky, everywhere),
  everywhere,
);

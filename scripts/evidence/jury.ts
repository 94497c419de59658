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
import { createRandom, shuffle } from "../../packages/core/src/record/random.ts";
import {
  learnJudgeWeights,
  weighSignals,
  type Signals,
} from "../../packages/eval/src/jury/weigh-judges.ts";
import { computeKappa } from "../../packages/eval/src/statistics/kappa.ts";
import { recordedFile, recordedRows } from "./recorded.ts";
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

/** Learned from some pairs, used on the others of the same kind. */
function learn(title: string, rows: readonly Row[], names: readonly string[]): void {
  const alone = names.map((_, judge) => scoreOf(rows, (signals) => signals[judge] ?? 0));
  const best = alone.indexOf(Math.max(...alone));
  const results = Array.from({ length: splits }, (_, index) => {
    const shuffled = shuffle([...rows], createRandom(`${title} ${index}`));
    const learned = shuffled.slice(0, LEARNED);
    const tested = shuffled.slice(LEARNED);
    const own = names.map((__, judge) => scoreOf(learned, (signals) => signals[judge] ?? 0));
    const chosen = own.indexOf(Math.max(...own));
    const weights = learnJudgeWeights(learned);
    const signed = learnJudgeWeights(learned, { signed: true });
    const panel = tested.map(
      ({ signals, gold }) => [Math.sign(weighSignals(signals, weights)), gold] as const,
    );
    return {
      best: scoreOf(tested, (signals) => signals[best] ?? 0),
      chosen: scoreOf(tested, (signals) => signals[chosen] ?? 0),
      majority: scoreOf(tested, (signals) => signals.reduce((sum, each) => sum + each, 0)),
      jury: scoreOf(tested, (signals) => weighSignals(signals, weights)),
      signed: scoreOf(tested, (signals) => weighSignals(signals, signed)),
      kappa: kappa(panel) ?? 0,
      used: weights.filter((weight) => weight > 0.05).length,
    };
  });
  const of = (name: keyof (typeof results)[number]): number =>
    mean(results.map((result) => result[name]));
  const against = (name: keyof (typeof results)[number]): string =>
    `${of("jury") >= of(name) ? "+" : ""}${(100 * (of("jury") - of(name))).toFixed(1)}`;
  console.log(
    `| ${title}, ${names.length} judges | ${names[best] ?? ""} ${percent(of("best"))} | ${percent(of("majority"))} | ${percent(of("jury"))} | ${against("best")} | ${against("chosen")} | ${of("kappa").toFixed(2)} | ${of("used").toFixed(1)} | ${percent(of("signed"))} |`,
  );
}

/** Learned from pairs of one kind, used on pairs of the other. */
function carryOver(
  title: string,
  from: readonly Row[],
  to: readonly Row[],
  names: readonly string[],
): void {
  const alone = names.map((_, judge) => scoreOf(to, (signals) => signals[judge] ?? 0));
  const results = Array.from({ length: splits }, (_, index) => {
    const learned = shuffle([...from], createRandom(`${title} ${index}`)).slice(0, LEARNED);
    const use = (signed: boolean): number => {
      const weights = learnJudgeWeights(learned, { signed });
      return scoreOf(to, (signals) => weighSignals(signals, weights));
    };
    return { jury: use(false), signed: use(true) };
  });
  const majority = scoreOf(to, (signals) => signals.reduce((sum, each) => sum + each, 0));
  console.log(
    `| ${title} | ${percent(Math.max(...alone))} | ${percent(majority)} | ${percent(mean(results.map(({ jury }) => jury)))} | ${percent(mean(results.map(({ signed }) => signed)))} |`,
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
  `Mean of ${splits} splits, ${LEARNED} pairs to learn from; judges asked in both orders`,
);
describeJudges("LLMBar", tricky, everywhere);
describeJudges("ordinary pairs", ordinary, everywhere);
describeJudges("PandaLM, one order", panda, ["gpt-3.5-turbo", "pandalm-7b"]);
console.log(
  "\n| learned and used on | best judge in hindsight | majority | jury | jury − best in hindsight | jury − best on the learned pairs | jury's kappa | judges that count | signed weights |\n|---|---|---|---|---|---|---|---|---|",
);
learn("LLMBar", rowsOf(tricky, everywhere), everywhere);
learn("LLMBar", rowsOf(tricky, onePrompt), onePrompt);
learn("LLMBar", rowsOf(tricky, onTricky), onTricky);
learn("ordinary pairs", rowsOf(ordinary, everywhere), everywhere);
learn("case studies", rowsOf(studies, judgesOf(studies)), judgesOf(studies));
console.log(
  "\n| learned on one, used on the other | best judge | majority | jury | signed weights |\n|---|---|---|---|---|",
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

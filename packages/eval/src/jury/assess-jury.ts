import { ConfigError, isPlainObject } from "@rostrum/core/support";
import { fail } from "@rostrum/core/options";
import { bootstrap } from "../statistics/bootstrap.ts";
import { computeKappa } from "../statistics/kappa.ts";
import type { Interval } from "../statistics/wilson.ts";
import {
  EXPECTED_VERDICTS,
  findKind,
  isBoth,
  isJudgement,
  isVerdict,
  listPairValues,
  type BothOrders,
  type JudgeVerdict,
  type VerdictKind,
} from "./verdicts.ts";
import { learnJudgeWeights, weighSignals } from "./weigh-judges.ts";

/** Verdicts of people and judges about one text, or about one pair of texts. */
export interface JudgedItem {
  human: JudgeVerdict;
  /**
   * By judge. For a pair, a judge may have been asked in both orders: `ab`, and `ba` with the texts swapped. Both use the
   * names of the first order, and count the same. `null`: it gave no verdict. A verdict of another kind than people's is an
   * error.
   */
  judges: Record<string, JudgeVerdict | BothOrders | null>;
}

/** How well a judge, or a jury, agrees with people. */
export interface JudgeAgreement {
  name: string;
  /** Number of items that it judged. */
  items: number;
  /** Share of its verdicts that equal the people's. A pair on which both orders, or the judges, cancel out counts half. */
  same: Interval;
  /** Cohen's kappa: agreement beyond chance. `null` where chance leaves nothing to gain. */
  kappa: Interval | null;
  /** Kappa with disagreements weighted by their squared distance. `null` for categories. */
  weightedKappa: Interval | null;
  /** How much higher than people it rates, on average; `null` unless it gives ratings. */
  bias: number | null;
  /** Position bias on pairs that it judged in both orders; `null` if there are none. */
  position: PositionBias | null;
}

/** Preference of a judge for the first or the second text of a pair. */
export interface PositionBias {
  /** Pairs that were judged in both orders. */
  twice: number;
  /** Of those, pairs on which the two verdicts differ. */
  contradicted: number;
  /** Of those, pairs on which it took whichever text came first. */
  tookFirst: number;
}

/** A jury against people. */
export interface JuryReport {
  kind: "pairs" | "ratings" | "categories";
  items: number;
  /** Best first, by kappa. */
  judges: JudgeAgreement[];
  /** All judges together: the majority of pairs and categories, the mean of ratings. */
  jury: JudgeAgreement;
  /**
   * The jury with weights of 0 or more that were learned from other pairs (five folds); `null` unless there are 40 pairs
   * that people decided and a judge gave a verdict on.
   */
  weighted: (JudgeAgreement & { weights: Record<string, number> }) | null;
}

const FOLDS = 5;
const MIN_PAIRS = 40;

/** Compares the verdicts of judges, and of all of them together, with those of people. */
export function assessJury(items: readonly JudgedItem[]): JuryReport {
  if (!Array.isArray(items) || items.length === 0) {
    throw new ConfigError("items", "expected at least one { human, judges }, got none");
  }
  items.forEach(checkItem);
  const kind = findKind(items.map(({ human }) => human));
  items.forEach(({ judges }, index) => checkVerdicts(kind, judges, `items[${index}].judges`));
  const names = [...new Set(items.flatMap(({ judges }) => Object.keys(judges)))].sort();
  const toValue = (verdict: JudgedItem["judges"][string] | undefined): JudgeVerdict | null =>
    kind === "pairs" ? averageOrders(verdict) : ((verdict ?? null) as JudgeVerdict | null);
  const people = items.map(({ human }) => toValue(human) ?? human);
  const read = (name: string): (JudgeVerdict | null)[] =>
    items.map(({ judges }) => toValue(judges[name]));
  const verdicts = names.map(read);
  const measure = (
    name: string,
    judgeVerdicts: readonly (JudgeVerdict | null)[],
    genuineTies: readonly boolean[],
  ): JudgeAgreement => ({
    ...compareWithPeople(name, kind, judgeVerdicts, people, genuineTies),
    position: findPositionBias(items, name),
  });
  const judges = names.map((name, at) =>
    measure(
      name,
      verdicts[at] ?? [],
      items.map((item) => isTie(item.judges[name])),
    ),
  );
  judges.sort((a, b) => (b.kappa?.value ?? -1) - (a.kappa?.value ?? -1));
  const juryVerdicts = items.map((_, item) =>
    combine(
      kind,
      verdicts.flatMap((judgeVerdicts) => judgeVerdicts[item] ?? []),
      people,
    ),
  );
  const genuineTies = items.map((item) => names.every((name) => isTie(item.judges[name])));
  return {
    kind,
    items: items.length,
    judges,
    jury: measure("jury", juryVerdicts, genuineTies),
    weighted: kind === "pairs" ? weighJury(names, verdicts, people, genuineTies) : null,
  };
}

function checkItem(item: unknown, index: number): void {
  if (
    !isPlainObject(item) ||
    !isVerdict("categories", item["human"]) ||
    !isPlainObject(item["judges"])
  )
    fail(`items[${index}]`, "{ human: a number or text, judges: { name: verdict } }", item);
}

/** Anything but a verdict of this kind would count as an answer that nobody gave. */
function checkVerdicts(kind: VerdictKind, judges: object, path: string): void {
  for (const [name, verdict] of Object.entries(judges)) {
    if (!isJudgement(kind, verdict)) fail(`${path}.${name}`, EXPECTED_VERDICTS[kind], verdict);
  }
}

/** A judge that finds a pair equal in every order has decided, unlike one whose verdicts cancel out. */
function isTie(verdict: JudgeVerdict | BothOrders | null | undefined): boolean {
  return listPairValues(verdict).every((value) => value === 0);
}

/** Averages the orders in which a judge gave a verdict. `null`: it gave none. */
function averageOrders(verdict: JudgeVerdict | BothOrders | null | undefined): number | null {
  const values = listPairValues(verdict);
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value) / values.length;
}

function compareWithPeople(
  name: string,
  kind: VerdictKind,
  verdicts: readonly (JudgeVerdict | null)[],
  people: readonly JudgeVerdict[],
  /** By item: true if every verdict is a tie. A tie on any other item comes from verdicts that cancel out. */
  genuineTies: readonly boolean[],
): Omit<JudgeAgreement, "position"> {
  const pairs = verdicts.flatMap((verdict, item): [JudgeVerdict, JudgeVerdict, boolean][] => {
    const human = people[item];
    if (verdict === null || human === undefined) return [];
    if (kind !== "pairs") return [[verdict, human, false]];
    const sign = Math.sign(Number(verdict));
    // Half credit: where verdicts cancel out, choosing either text is right by chance.
    return [[sign, human, sign === 0 && human !== 0 && genuineTies[item] !== true]];
  });
  const share = (list: Readonly<typeof pairs>): number | null =>
    list.length === 0
      ? null
      : list.reduce(
          (sum, [verdict, human, isHalf]) => sum + (isHalf ? 0.5 : Number(verdict === human)),
          0,
        ) / list.length;
  const answers = pairs.map(([verdict, human]): [JudgeVerdict, JudgeVerdict] => [verdict, human]);
  const squared = (a: JudgeVerdict, b: JudgeVerdict): number => (Number(a) - Number(b)) ** 2;
  return {
    name,
    items: pairs.length,
    same: bootstrap(pairs, share) ?? { value: 0, low: 0, high: 1 },
    kappa: bootstrap(answers, (list) => computeKappa(list)),
    weightedKappa:
      kind === "categories" ? null : bootstrap(answers, (list) => computeKappa(list, squared)),
    bias:
      kind !== "ratings" || pairs.length === 0
        ? null
        : pairs.reduce((sum, [verdict, human]) => sum + Number(verdict) - Number(human), 0) /
          pairs.length,
  };
}

function findPositionBias(items: readonly JudgedItem[], name: string): PositionBias | null {
  const twice = items.flatMap(({ judges }) => {
    const verdict = judges[name] ?? null;
    return verdict !== null && isBoth(verdict) && verdict.ab !== null && verdict.ba != null
      ? [{ ab: verdict.ab, ba: verdict.ba }]
      : [];
  });
  if (twice.length === 0) return null;
  const contradicted = twice.filter(({ ab, ba }) => ab !== ba);
  return {
    twice: twice.length,
    contradicted: contradicted.length,
    tookFirst: contradicted.filter(({ ab, ba }) => ab === "a" && ba === "b").length,
  };
}

/** Combines the verdicts of all judges; `null` if there are none. */
function combine(
  kind: VerdictKind,
  verdicts: readonly JudgeVerdict[],
  people: readonly JudgeVerdict[],
): JudgeVerdict | null {
  if (verdicts.length === 0) return null;
  const sum = verdicts.reduce<number>((total, verdict) => total + Number(verdict), 0);
  if (kind === "pairs") return Math.sign(sum);
  if (kind === "ratings") {
    const middle = sum / verdicts.length;
    // Round if people give whole numbers: otherwise the jury would never agree with them.
    return people.every(Number.isInteger) ? Math.round(middle) : middle;
  }
  const counts = Map.groupBy(verdicts, (verdict) => verdict);
  const maxCount = Math.max(...[...counts.values()].map(({ length }) => length));
  return [...counts].find(([, { length }]) => length === maxCount)?.[0] ?? null;
}

function weighJury(
  names: readonly string[],
  verdicts: readonly (readonly (JudgeVerdict | null)[])[],
  people: readonly JudgeVerdict[],
  genuineTies: readonly boolean[],
): JuryReport["weighted"] {
  const rows = people.map((human, item) => ({
    signals: verdicts.map((judgeVerdicts) => Number(judgeVerdicts[item] ?? 0)),
    gold: human === 1 ? (1 as const) : human === -1 ? (-1 as const) : null,
    isGenuineTie: genuineTies[item] === true,
    hasVerdict: verdicts.some((judgeVerdicts) => judgeVerdicts[item] !== null),
  }));
  const decided = rows.flatMap(({ gold, hasVerdict, ...row }) =>
    gold !== null && hasVerdict ? [{ ...row, gold }] : [],
  );
  if (decided.length < MIN_PAIRS) return null;
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    learnJudgeWeights(decided.filter((__, at) => at % FOLDS !== fold)),
  );
  const signs = decided.map(({ signals }, at) =>
    Math.sign(weighSignals(signals, folds[at % FOLDS] ?? [])),
  );
  const weights = learnJudgeWeights(decided);
  return {
    ...compareWithPeople(
      "weighted jury",
      "pairs",
      signs,
      decided.map(({ gold }) => gold),
      decided.map(({ isGenuineTie }) => isGenuineTie),
    ),
    position: null,
    weights: Object.fromEntries(names.map((name, judge) => [name, weights[judge] ?? 0])),
  };
}

import { createJudgementFrom, createPollReplayer, type Judgement } from "../../decide/index.ts";
import { ConfigError } from "../../errors.ts";
import type { Calibration, KindCalibration, ReplayRow } from "../../protocol/calibration.ts";
import type { Certificate, Certified, GuaranteeMode } from "../../protocol/certificate.ts";
import { checkCalibration, fail, isPlainObject } from "../../options/index.ts";
import { binomialAtMost } from "../statistics/binomial.ts";
import { fitKind } from "./fit-kind.ts";

/** Options of `certify()`. */
export interface CertifyOptions {
  /** The share of wrong answers that is allowed, between 0 and 1. */
  alpha: number;
  /** What the share is of: all questions (`delivered`), or the decided ones (`sure`). */
  mode: GuaranteeMode;
  /** The chance that a guarantee of mode `sure` doesn't hold. Default 0.1. */
  delta?: number;
  /** Members that are asked at once to begin with. Default 2. */
  first?: number;
  /** Members that are asked at once after that. Default 1. */
  batch?: number;
  /** Relative cost of each member, by name: cheaper ones are asked earlier. Default: all cost the same. */
  costs?: Record<string, number>;
}

/** From strict to lax. */
const THRESHOLDS = [
  0.995, 0.99, 0.985, 0.98, 0.97, 0.96, 0.95, 0.93, 0.91, 0.89, 0.86, 0.83, 0.8, 0.75, 0.7, 0.6,
  0.5,
];

const ASSUMPTIONS =
  "The questions are like those of the calibration rows, in any order (exchangeable), the models have not changed " +
  "since, and replies are read in the same way.";

/**
 * Finds the least target at which a sequential poll keeps a promise about its errors, and how many questions
 * it then decides. Mode `delivered` is conformal risk control, mode `sure` is Learn-then-Test.
 */
export function certify(calibration: Calibration, options: CertifyOptions): Certificate {
  const terms = checkTerms(options);
  const kinds = listReplayable(calibration);
  const ways = {
    first: options.first ?? 2,
    batch: options.batch ?? 1,
    costs: options.costs ?? null,
  };
  const exact = splitInHalves(kinds, ways);
  const found = findLastThreshold(exact, terms, terms.alpha);
  if (found !== null) {
    const { members, kinds: fitted } = exact;
    return { ...terms, ...ways, ...found, split: "exact", members, kinds: fitted };
  }
  const crossed = crossFit(kinds, ways);
  const floor = findStrictestExact(exact, terms);
  const near = findLastThreshold(crossed, terms, terms.alpha);
  const raised = near && raiseThreshold(floor, near, crossed);
  if (raised) {
    return { ...terms, ...ways, ...raised, split: "approximate", members: crossed.members };
  }
  return { ...terms, rows: crossed.rows, threshold: null, rowsNeeded: countRowsNeeded(terms) };
}

type Terms = Pick<Certified, "mode" | "alpha" | "delta" | "assumptions">;
type Ways = Pick<Certified, "first" | "batch" | "costs">;

function checkTerms(options: unknown): Terms {
  if (!isPlainObject(options)) return fail("certify", "{ alpha, mode }", options);
  const { alpha, mode, delta = 0.1, first = 2, batch = 1, costs = {} } = options;
  if (mode !== "delivered" && mode !== "sure") return fail("mode", '"delivered" or "sure"', mode);
  for (const [name, value] of Object.entries({ alpha, delta })) {
    if (typeof value !== "number" || !(value > 0 && value < 1)) {
      fail(name, "a number between 0 and 1", value);
    }
  }
  for (const [name, value] of Object.entries({ first, batch })) {
    if (!Number.isSafeInteger(value) || (value as number) < 1) {
      fail(name, "a whole number, 1 or more", value);
    }
  }
  const isCost = (cost: unknown): boolean =>
    typeof cost === "number" && Number.isFinite(cost) && cost > 0;
  if (!isPlainObject(costs) || !Object.values(costs).every(isCost)) {
    fail("costs", "numbers above 0 by debater name", costs);
  }
  return { mode, alpha: alpha as number, delta: delta as number, assumptions: ASSUMPTIONS };
}

type Replayable = KindCalibration & Required<Pick<KindCalibration, "replay">>;

function listReplayable(calibration: Calibration): [string, Replayable][] {
  checkCalibration(calibration, "calibration");
  const found = Object.entries(calibration.kinds).flatMap(
    ([kind, known]): [string, Replayable][] => {
      const { replay } = known;
      if (replay === undefined || replay.rows.length === 0) return [];
      // A question that occurs in several rows is one case, not several exchangeable ones.
      const rows = replay.rows.filter(({ repeated }) => repeated !== true);
      return [[kind, { ...known, replay: { ...replay, rows } }]];
    },
  );
  if (found.length > 0) return found;
  const message =
    "expected one that holds its rows, got one without them. Make it again with rostrum calibrate";
  throw new ConfigError("calibration", message);
}

/** The rows that certify, and how the poll on each of them ends. */
interface Trial {
  members: string[];
  rows: number;
  kinds: Record<string, KindCalibration>;
  /** By threshold, by row. */
  ends: ReadonlyMap<number, readonly { sure: boolean; wrong: boolean }[]>;
}

/** Rows with a judgement that has not learned from them. */
interface HeldOut {
  judgement: Judgement;
  rows: readonly ReplayRow[];
}

/** One half of the rows teaches, the other half certifies. Rows are in the order of their hashes. */
function splitInHalves(kinds: readonly [string, Replayable][], ways: Ways): Trial {
  const fitted: Record<string, KindCalibration> = {};
  const parts = kinds.map(([kind, { replay }]) => {
    const teach = replay.rows.filter((_, index) => index % 2 === 0);
    // A poll needs the classes and no rows.
    const { replay: _, ...known } = fitKind(teach, replay.members);
    fitted[kind] = known;
    const rows = replay.rows.filter((__, index) => index % 2 === 1);
    return { judgement: createJudgementFrom(replay.members, known), rows };
  });
  return createTrial(parts, fitted, kinds, ways);
}

/** Every row is judged by what the other folds taught. */
function crossFit(kinds: readonly [string, Replayable][], ways: Ways): Trial {
  const parts = kinds.flatMap(([, known]) => {
    const { members, folds, rows } = known.replay;
    return folds.map((classes, fold) => ({
      judgement: createJudgementFrom(members, { ...known, classes }),
      rows: rows.filter((row) => row.fold === fold),
    }));
  });
  return createTrial(parts, Object.fromEntries(kinds), kinds, ways);
}

/** Polls are held on the rows exactly as a debate with this certificate would hold them. */
function createTrial(
  parts: readonly HeldOut[],
  fitted: Record<string, KindCalibration>,
  kinds: readonly [string, Replayable][],
  { first, batch, costs }: Ways,
): Trial {
  const endsAt = (target: number): { sure: boolean; wrong: boolean }[] =>
    parts.flatMap(({ judgement, rows }) => {
      const each = costs === null ? [] : judgement.names.map((name) => costs[name] ?? 1);
      const poll = createPollReplayer(judgement, { target, first, batch, costs: each });
      return rows.map(poll).map(({ end, right }) => {
        const sure = end === "sure";
        return { sure, wrong: sure && !right };
      });
    });
  return {
    members: [...new Set(kinds.flatMap(([, { replay }]) => replay.members))],
    rows: parts.reduce((sum, { rows }) => sum + rows.length, 0),
    kinds: fitted,
    ends: new Map(THRESHOLDS.map((threshold) => [threshold, endsAt(threshold)])),
  };
}

type Found = Pick<Certified, "threshold" | "rows" | "coverage">;

/** The last threshold, from strict to lax, up to which the promise holds. */
function findLastThreshold(trial: Trial, { mode, delta }: Terms, alpha: number): Found | null {
  let found: Found | null = null;
  const everBad = new Set<number>();
  for (const [threshold, played] of trial.ends) {
    played.forEach(({ wrong }, row) => {
      // An error at a stricter threshold counts on, so that the risk only grows.
      if (wrong) everBad.add(row);
    });
    const sure = played.filter((each) => each.sure).length;
    const errors = played.filter((each) => each.wrong).length;
    if (mode === "sure" && (1 - alpha) ** sure > delta) continue;
    const holds =
      mode === "delivered"
        ? (everBad.size + 1) / (trial.rows + 1) <= alpha
        : binomialAtMost(errors, sure, alpha) <= delta;
    if (!holds) break;
    const coverage = trial.rows === 0 ? 0 : sure / trial.rows;
    if (coverage > 0) found = { threshold, rows: trial.rows, coverage };
  }
  return found;
}

/** The strictest threshold that the halves certify for a weaker promise. */
function findStrictestExact(exact: Trial, terms: Terms): number {
  for (let alpha = terms.alpha * 1.05; alpha < 1; alpha *= 1.05) {
    const found = findLastThreshold(exact, terms, alpha);
    if (found !== null) return found.threshold;
  }
  return 0;
}

/** A weaker promise must never come with a stricter threshold, whichever way it was certified. */
function raiseThreshold(floor: number, near: Found, { ends, rows }: Trial): Found | null {
  if (near.threshold >= floor) return near;
  const coverage = (ends.get(floor) ?? []).filter(({ sure }) => sure).length / rows;
  return coverage > 0 ? { threshold: floor, rows, coverage } : null;
}

/** Rows without an error that a promise needs at least. */
function countRowsNeeded({ mode, alpha, delta }: Terms): number {
  return mode === "sure"
    ? Math.ceil(Math.log(delta) / Math.log(1 - alpha))
    : Math.ceil(1 / alpha - 1);
}

import { ConfigError, isPlainObject } from "@rostrum/core/support";
import type {
  Calibration,
  Certificate,
  Certified,
  GuaranteeMode,
  GuaranteePromise,
} from "@rostrum/core/protocol";
import { checkCalibration, fail } from "@rostrum/core/options";
import { fingerprintCalibration } from "@rostrum/core/record";
import { pollHeldOut, type HeldOutPolls, type Replayable } from "./held-out-polls.ts";
import {
  choosePromiseRule,
  countRowsNeeded,
  hasTooFewRows,
  type PromiseTerms,
} from "./promises.ts";

/** Options of `certify()`. */
export interface CertifyOptions {
  /** The share of wrong answers that is allowed, between 0 and 1. */
  alpha: number;
  /** Questions that the share is taken of: all of them (`delivered`), or the decided ones (`sure`). */
  mode: GuaranteeMode;
  /**
   * Kind of promise in mode `delivered`: it holds on average over calibrations like this one (`average`), or for this
   * very one with confidence 1 - delta (`holder`). Mode `sure` always promises to the holder. Default `average` with
   * mode `delivered`.
   */
  promise?: GuaranteePromise;
  /** Probability that a promise to the holder doesn't hold. Default 0.1. */
  delta?: number;
  /** Number of members in the first batch. Default 2. */
  first?: number;
  /** Number of members in each later batch. Default 1. */
  batch?: number;
  /** Relative cost of each member, by name: cheaper ones are asked earlier. Default: all cost the same. */
  costs?: Record<string, number>;
}

const ASSUMPTIONS =
  "The questions are exchangeable with the calibration rows. The models have not changed since. Replies are read in " +
  "the same way. A promise to the holder also assumes the panel's own probabilities. The promise was tested on polls " +
  "that had learned from four fifths of the rows, and the panel learns from all of them.";

/**
 * Finds the lowest target at which a sequential poll keeps a promise about its errors, and how many questions it then
 * decides. Every row is polled by a panel that hasn't learned from it.
 */
export function certify(calibration: Calibration, options: CertifyOptions): Certificate {
  const terms = checkTerms(options);
  const kinds = listReplayable(calibration);
  const order = {
    first: options.first ?? 2,
    batch: options.batch ?? 1,
    costs: options.costs ?? null,
  };
  const polls = pollHeldOut(kinds, order);
  const rows = kinds.reduce((sum, { replay }) => sum + replay.rows.length, 0);
  const lastPassing = findLastThreshold(polls, terms);
  const commonFields = { ...terms, rows, calibration: fingerprintCalibration(calibration) };
  if (lastPassing === null)
    return { ...commonFields, threshold: null, rowsNeeded: countRowsNeeded(terms) };
  const members = [...new Set(kinds.flatMap(({ replay }) => replay.members))];
  return {
    ...commonFields,
    ...order,
    ...lastPassing,
    members,
    ...(hasTooFewRows({ ...terms, rows }) ? { warning: warnOfFewRows(terms, rows) } : {}),
  };
}

type Terms = PromiseTerms & Pick<Certified, "assumptions">;

function checkTerms(options: unknown): Terms {
  if (!isPlainObject(options)) return fail("certify", "{ alpha, mode }", options);
  const { alpha, mode, delta = 0.1, first = 2, batch = 1, costs = {} } = options;
  if (mode !== "delivered" && mode !== "sure") return fail("mode", '"delivered" or "sure"', mode);
  const { promise = mode === "sure" ? "holder" : "average" } = options;
  if (promise !== "holder" && (promise !== "average" || mode === "sure")) {
    const allowed = mode === "sure" ? '"holder" with mode "sure"' : '"average" or "holder"';
    return fail("promise", allowed, promise);
  }
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
  return {
    mode,
    promise,
    alpha: alpha as number,
    delta: delta as number,
    assumptions: ASSUMPTIONS,
  };
}

function listReplayable(calibration: Calibration): Replayable[] {
  checkCalibration(calibration, "calibration");
  const replayableKinds = Object.values(calibration.kinds).flatMap((kind): Replayable[] => {
    const { replay, unlabelled } = kind;
    if (unlabelled || replay === undefined || replay.rows.length === 0) return [];
    // A question that occurs in several rows is one case, not several exchangeable ones.
    const rows = replay.rows.filter(({ repeated }) => repeated !== true);
    return [{ ...kind, replay: { ...replay, rows } }];
  });
  if (replayableKinds.length > 0) return replayableKinds;
  const message =
    "expected a calibration with rows whose answers are known, got one without them. Make it again with rostrum calibrate";
  throw new ConfigError("calibration", message);
}

/** Goes from strict to lax thresholds, and returns the last one before the promise breaks. */
function findLastThreshold(
  polls: HeldOutPolls,
  terms: Terms,
): Pick<Certified, "threshold" | "coverage"> | null {
  const keepsPromise = choosePromiseRule(terms);
  const everWrong = new Set<number>();
  let lastPassing: Pick<Certified, "threshold" | "coverage"> | null = null;
  for (const [threshold, ends] of polls) {
    ends.forEach(({ wrong }, row) => {
      // Errors at stricter thresholds stay counted, so that the risk never decreases.
      if (wrong) everWrong.add(row);
    });
    const sure = ends.filter((end) => end.sure).length;
    const verdict = keepsPromise({
      rows: ends.length,
      sure,
      wrong: ends.filter((end) => end.wrong).length,
      everWrong: everWrong.size,
      expected: ends.reduce((sum, { doubt }) => sum + doubt, 0),
    });
    if (verdict === null) continue;
    if (!verdict) break;
    if (sure > 0) lastPassing = { threshold, coverage: sure / ends.length };
  }
  return lastPassing;
}

function warnOfFewRows(terms: Terms, rows: number): string {
  return (
    `${rows} rows are few for an alpha of ${terms.alpha}: certificates from so few rows exceed it more often than ` +
    `promised. Use ${countRowsNeeded({ ...terms, promise: "holder" })} rows or more.`
  );
}

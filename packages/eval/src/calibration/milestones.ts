import type {
  Calibration,
  Certificate,
  GuaranteePromise,
  Milestone,
  MissingRows,
} from "@rostrum/core/protocol";
import { certify } from "./certify.ts";
import { countRowsNeeded } from "./promises.ts";

/** Default of `certify()`. */
const DELTA = 0.1;

const PROMISES: readonly (readonly [number, GuaranteePromise])[] = [
  [0.1, "average"],
  [0.05, "average"],
  [0.05, "holder"],
  [0.02, "holder"],
];

/** Minimum of further rows for each promise. Errors among them raise it. */
export function listMissingRows(rows: number): MissingRows[] {
  return PROMISES.map(([alpha, promise]) => {
    const rowsNeeded = countRowsNeeded({ mode: "delivered", promise, alpha, delta: DELTA });
    return { alpha, promise, rowsNeeded, missing: Math.max(0, rowsNeeded - rows) };
  });
}

/** Lists the promises that a calibration supports, and how many more rows the others need. */
export function listMilestones(calibration: Calibration): Milestone[] {
  return PROMISES.map(([alpha, promise]) => {
    const certificate = certify(calibration, { alpha, promise, mode: "delivered" });
    const rowsNeeded = countNeeded(certificate);
    const missing = Math.max(0, rowsNeeded - certificate.rows);
    const status = certificate.threshold !== null ? "given" : missing > 0 ? "more_rows" : "errors";
    return { alpha, promise, rowsNeeded, missing, status };
  });
}

function countNeeded(certificate: Certificate): number {
  return certificate.threshold === null ? certificate.rowsNeeded : certificate.rows;
}

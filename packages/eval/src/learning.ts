/* Calibration from a server's own runs, loaded on first use. */
export { calibrate } from "./calibration/calibrate.ts";
export { certify, type CertifyOptions } from "./calibration/certify.ts";
export { listMilestones, listMissingRows } from "./calibration/milestones.ts";
export { learnableRows, readRuns } from "./panel/run-rows.ts";

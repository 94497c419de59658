/* What a server learns about a panel from its runs, loaded when somebody asks for it. */
export { calibrate } from "./calibration/calibrate.ts";
export { certify, type CertifyOptions } from "./calibration/certify.ts";
export { listMilestones, listMissingRows } from "./calibration/milestones.ts";
export { learnableRows, readRuns } from "./panel/run-rows.ts";

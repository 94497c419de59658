export { calibrate, type CalibrateOptions, type LabelledReplies } from "./calibrate.ts";

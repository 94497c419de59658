export { leaders, listed } from "./assign.ts";
export { runSides } from "./run-sides.ts";

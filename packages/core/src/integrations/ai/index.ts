export type { Debatable } from "../debatable.ts";
export { debateModel, type DebateModelOptions } from "./debate-model.ts";
export { debateTool, type DebateToolOptions, type DebateToolOutput } from "./debate-tool.ts";
export type { DebateToolInput } from "./debate-tool.ts";

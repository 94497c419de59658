export { debateModel, type DebateModelOptions } from "./debate-model.ts";
export { debateTool, type DebateToolOptions, type DebateToolOutput } from "./debate-tool.ts";

export { formatCommandId } from "./command-line.ts";
export { commandFromId, commandModel, isCommandId, isCommandModel } from "./command-model.ts";

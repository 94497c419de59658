export { debateNode, type DebateNodeOptions, type DebateUpdate } from "./debate-node.ts";
export {
  humanNode,
  type HumanNodeOptions,
  type HumanQuestion,
  type HumanUpdate,
} from "./human-node.ts";

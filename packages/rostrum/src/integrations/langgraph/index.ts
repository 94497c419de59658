export type { Debatable } from "../debatable.ts";
export {
  debateNode,
  type DebateNodeOptions,
  type DebateUpdate,
  type NodeConfig,
} from "./debate-node.ts";
export {
  humanNode,
  type HumanNodeOptions,
  type HumanQuestion,
  type HumanUpdate,
} from "./human-node.ts";

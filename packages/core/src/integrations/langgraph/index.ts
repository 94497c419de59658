export type { Debatable } from "../debatable.ts";
export {
  debateNode,
  humanNode,
  type DebateNodeOptions,
  type DebateUpdate,
  type HumanNodeOptions,
  type HumanQuestion,
  type HumanUpdate,
  type NodeConfig,
} from "./nodes.ts";

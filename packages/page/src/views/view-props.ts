import type { VNode } from "preact";
import type { DebateSnapshot } from "../feed/feed.ts";
import type { DebateAddress } from "../route/route.ts";
import type { DebaterNames } from "../markdown/debater-names.ts";
import type { Actions } from "./actions.ts";

/** Props of every view of a debate. */
export interface ViewProps extends Omit<DebateAddress, "view"> {
  id: string;
  snapshot: DebateSnapshot;
  /** Number of each answer in the debate, by round and member. */
  numbers: readonly (readonly (number | null)[])[];
  /** Names for labels such as "Debater A" in texts of debaters and the judge. */
  names: DebaterNames;
  /** Names that are shown for members without a name of their own, by their names in the data. */
  memberNames: ReadonlyMap<string, string>;
  actions: Actions | null;
  /** Line above the question, in place of panel and time. */
  note?: VNode | undefined;
}

import type { Moment } from "../feed/feed.ts";
import type { CellAddress, PassageAddress } from "../route/route.ts";
import type { DebaterNames } from "../markdown/debater-names.tsx";
import type { Actions } from "./actions.ts";

/** What every view of one debate gets. */
export interface ViewProps {
  id: string;
  moment: Moment;
  /** The reply or the change that the address points at. */
  cell: CellAddress | null;
  /** The passage of the context that the address points at. */
  passage?: PassageAddress | undefined;
  /** The member whose replies are opened. */
  column?: string | undefined;
  /** By round and member: which answer of the debate it is. */
  numbers: readonly (readonly (number | null)[])[];
  /** Which debater a debater, or the judge, means by "Debater A". */
  names: DebaterNames;
  actions: Actions | null;
}

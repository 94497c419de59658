import type { AssignmentStore } from "./assignment-store.ts";
import type { AuditStore } from "./audit-store.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import type { PanelStore } from "./panel-store.ts";
import type { RepeatStore } from "./repeat-store.ts";
import type { ShareStore } from "./share-store.ts";
import type { WalletStore } from "./wallet-store.ts";

/** The user and team of a run. */
export interface RunOwner {
  user: string | null;
  team: string | null;
}

/** Data that servers store in addition to runs, shared by all servers on a journal. All values are plain JSON. */
export interface ServiceStore
  extends
    AuditStore,
    WalletStore,
    DeliveryStore,
    PanelStore,
    RepeatStore,
    ShareStore,
    AssignmentStore {
  ownerOf(run: string): Promise<RunOwner | undefined>;
  /**
   * Deletes finished runs that were last written to before this time, and frees their space. Returns their
   * number.
   */
  expire(olderThan: number): Promise<number>;
  /**
   * Replaces a user's name in the audit log, the totals and the user's saved panels with a number. Revokes the user's
   * links and deletes messages about the user's runs. The runs themselves must be deleted first. Returns the new name.
   */
  forgetUser(user: string): Promise<string>;
}

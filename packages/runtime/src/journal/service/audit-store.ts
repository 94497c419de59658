/** How an action ended: performed, not permitted, or failed. */
export type ActOutcome = "done" | "refused" | "failed";

/** One action in the audit log. It never contains a question, an answer or a token. */
export interface AuditedAct {
  /** Milliseconds since 1970. */
  at: number;
  /**
   * `null`: the server has no users, or the caller is anonymous. Of changes in the server's files, the user whose access
   * changed.
   */
  user: string | null;
  /** The action, such as `cancel` or `review`. */
  act: string;
  /** Id of the debate. */
  debate: string | null;
  outcome: ActOutcome;
  /** The HTTP status of the answer. */
  status: number;
  /** Why it was refused or failed, or what changed. */
  code: string | null;
  /** Client address of the request. */
  address: string | null;
  requestId: string | null;
}

/** Filter and page of the audit log. */
export interface ActQuery {
  user?: string | undefined;
  act?: string | undefined;
  debate?: string | undefined;
  outcome?: ActOutcome | undefined;
  /** At or after this time, in milliseconds since 1970. */
  from?: number | undefined;
  /** Before this time. */
  to?: number | undefined;
  /** Maximum number of actions, 1 to 1,000. Default 100. */
  limit?: number | undefined;
  /** `next` of the previous page. */
  before?: string | undefined;
}

/** A page of the audit log. */
export interface ActPage {
  /** Newest first. */
  acts: AuditedAct[];
  /** Cursor for `before` of the next query. `null` on the last page. */
  next: string | null;
}

/** The audit log. */
export interface AuditStore {
  /** Appends to the audit log. Entries never change. */
  addActs(acts: readonly AuditedAct[]): Promise<void>;
  listActs(query?: ActQuery): Promise<ActPage>;
  /** Deletes actions before this time. Returns their number. */
  pruneActs(olderThan: number): Promise<number>;
}

/** Reviewer of a run, and the due date. */
export interface Assignment {
  assignee: string;
  /** Milliseconds since 1970. `null`: no due date. */
  due: number | null;
  /** Empty if there is none. */
  comment: string;
  /** User who assigned it. `null`: the server has no users. */
  by: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

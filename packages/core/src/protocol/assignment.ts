/** Who should review a run, and by when. */
export interface Assignment {
  assignee: string;
  /** In milliseconds since 1970; `null`: no date was set. */
  due: number | null;
  /** Empty: none. */
  comment: string;
  /** Who assigned it; `null`: the server has no users. */
  by: string | null;
  /** When, in milliseconds since 1970. */
  at: number;
}

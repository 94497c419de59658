/** Structured fields of a log line. */
export interface LogFields {
  /** Default `info`. */
  level?: "info" | "warn" | "error";
  requestId?: string;
  debateId?: string;
  /** An error's code. */
  code?: string;
  model?: string;
  provider?: string;
}

/** Writes a line to the log. */
export type Log = (line: string, fields?: LogFields) => void;

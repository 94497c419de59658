/** Flag and help of commands that read or write the journal. */
export const JOURNAL_FLAG = [
  "--journal <place>",
  "file or postgres:// address of the journal (default: ~/.rostrum/rostrum.db)",
] as const;

/** Flag and help of commands that work on a file alone. */
export const JOURNAL_FILE_FLAG = [
  "--journal <place>",
  "file of the journal (default: ~/.rostrum/rostrum.db)",
] as const;

/** Flag and help of commands about a server's users. */
export const SERVER_JOURNAL_FLAG = [
  "--journal <place>",
  "file or postgres:// address of the server's journal",
] as const;

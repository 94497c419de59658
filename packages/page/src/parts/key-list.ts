/** A key that does something on the page. The list that `?` opens is made from these. */
interface KeyEntry {
  /** The key as it is shown: "?", "j", "Ctrl+Enter". */
  key: string;
  /** What it does, as the rest of a sentence: "shows this list". */
  what: string;
  /** Where it works. Entries with the same place are shown together, in the order of this list. */
  where: "Everywhere" | "Ask" | "Debate" | "Review" | "Runs";
}

export const KEYS: readonly KeyEntry[] = [
  { key: "?", what: "shows this list", where: "Everywhere" },
  { key: "Ctrl+K or ⌘K", what: "finds a run, a panel, a screen or an action", where: "Everywhere" },
  { key: "Escape", what: "closes what is open", where: "Everywhere" },
  { key: "Ctrl+Enter", what: "starts the debate", where: "Ask" },
  { key: "j", what: "goes to the next member", where: "Debate" },
  { key: "k", what: "goes to the previous member", where: "Debate" },
  { key: "Enter", what: "opens all replies of a member", where: "Debate" },
  { key: "v", what: "goes to the answer", where: "Debate" },
  { key: "Escape", what: "closes the open replies", where: "Debate" },
];

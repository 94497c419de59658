/** A keyboard shortcut. The list that `?` opens shows these. */
interface KeyEntry {
  /** The key as displayed: "?", "j", "Ctrl+Enter". */
  key: string;
  /** Effect of the key, as the rest of a sentence: "shows this list". */
  what: string;
  /** Screen on which the key works. Entries of a screen are listed together, in this order. */
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

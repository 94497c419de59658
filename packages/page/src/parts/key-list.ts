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
  { key: "j", what: "goes to the next reply", where: "Debate" },
  { key: "k", what: "goes to the previous reply", where: "Debate" },
  { key: "Enter", what: "opens the reply in full", where: "Debate" },
  { key: "f", what: "shows one debater alone, with all its rounds", where: "Debate" },
  { key: "h", what: "goes to the previous debater, when one is shown alone", where: "Debate" },
  { key: "l", what: "goes to the next debater, when one is shown alone", where: "Debate" },
  { key: "v", what: "goes to the verdict", where: "Debate" },
  { key: "Escape", what: "closes the open reply, or leaves the column", where: "Debate" },
];

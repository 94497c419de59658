/** A keyboard shortcut. The list that `?` opens shows these. */
interface KeyEntry {
  /** The key as displayed: "?", "j", "Ctrl+Enter". */
  key: string;
  /** Effect of the key, as the rest of a sentence: "shows this list". */
  effect: string;
  /** Screen on which the key works. Entries of a screen are listed together, in this order. */
  screen: "Everywhere" | "Ask" | "Debate";
}

export const KEYS: readonly KeyEntry[] = [
  { key: "?", effect: "shows this list", screen: "Everywhere" },
  {
    key: "Ctrl+K or ⌘K",
    effect: "finds a run, a panel, a screen or an action",
    screen: "Everywhere",
  },
  { key: "Escape", effect: "closes what is open", screen: "Everywhere" },
  { key: "Ctrl+Enter", effect: "starts the debate", screen: "Ask" },
  { key: "j", effect: "goes to the next member", screen: "Debate" },
  { key: "k", effect: "goes to the previous member", screen: "Debate" },
  { key: "Enter", effect: "opens all replies of a member", screen: "Debate" },
  { key: "v", effect: "goes to the answer", screen: "Debate" },
  { key: "Escape", effect: "closes the open replies", screen: "Debate" },
];

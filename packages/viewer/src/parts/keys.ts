/** A key that does something on the page. The list that `?` opens is made from these. */
interface KeyEntry {
  /** As it is printed: "?", "j", "Ctrl+Enter". */
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
  { key: "Escape", what: "closes the open reply", where: "Debate" },
];

/** The key belongs to a text field, to an open dialog, or to the browser. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (document.querySelector("dialog[open]") !== null) return true;
  return target !== null && target.closest("input, select, textarea, [contenteditable]") !== null;
}

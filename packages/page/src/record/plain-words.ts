/** Matches names of library options: in backticks, with a capital letter inside, or with a dot. */
const OPTION = /`[^`]+`|\b[a-z]+[A-Z]\w*\b|\b[a-z]{2,}\.[a-z]\w+\b/;

/** Removes advice on options from a warning, because only the author of the panel can follow it. */
export function removeOptions(warning: string): string {
  const sentences = warning.split(/(?<=[.!?]) (?=[A-Z])/);
  const plain = sentences.filter((sentence) => !OPTION.test(sentence));
  return plain.length === 0 ? warning.replaceAll("`", "") : plain.join(" ");
}

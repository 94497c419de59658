/** Names of the library's options: in backticks, with a capital letter inside, or with a dot. */
const OPTION = /`[^`]+`|\b[a-z]+[A-Z]\w*\b|\b[a-z]{2,}\.[a-z]\w+\b/;

/**
 * A warning in the words of the page: advice on options, which only whoever configures the panel can follow, is left
 * out. What it warns of stays.
 */
export function removeOptions(warning: string): string {
  const sentences = warning.split(/(?<=[.!?]) (?=[A-Z])/);
  const plain = sentences.filter((sentence) => !OPTION.test(sentence));
  return plain.length === 0 ? warning.replaceAll("`", "") : plain.join(" ");
}

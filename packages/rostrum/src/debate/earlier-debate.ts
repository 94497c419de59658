import type { Task } from "./resolved-config.ts";

/** How the name of the document begins that tells a panel about the debate it follows up. */
export const EARLIER_DEBATE = "earlier debate ";

/** Tells a debater which of the earlier positions are its own; empty if none is. */
export function ownEarlierWords({ material }: Pick<Task, "material">, name: string): string {
  const spoke = material.some(
    (item) =>
      "document" in item &&
      item.document.startsWith(EARLIER_DEBATE) &&
      "text" in item &&
      (item.text.includes(` begin: position of ${name}]]`) ||
        item.text.includes(` begin: ${name}, round `)),
  );
  return spoke
    ? `\n\nIn the earlier debate that the question follows up, you spoke as ${name}.`
    : "";
}

import type { Difference } from "../../protocol/position.ts";
import { fenceQuotes } from "../prompts/marks.ts";

/** One line per difference, for prompts: "price: A says 5 M; B says no figure". */
export function formatDifferences(
  differences: readonly Difference[],
  /** Label under which the reader knows a member; `null` if it doesn't see that member. */
  findLabel: (debater: string) => string | null = (debater) => debater,
): string {
  return differences
    .map(({ about, says }) => {
      const statements = says.flatMap(({ debaters, text }) => {
        const labels = debaters.flatMap((debater) => findLabel(debater) ?? []);
        return labels.length === 0 ? [] : [`${labels.join(", ")}: ${text}`];
      });
      return `- ${about}: ${statements.join("; ")}`;
    })
    .join("\n");
}

/** Renders the differences as a fenced block for a prompt; empty if there are none. */
export function quoteDifferences(
  differences: readonly Difference[],
  mark: string,
  findLabel: (debater: string) => string | null,
): string[] {
  if (differences.length === 0) return [];
  const text = formatDifferences(differences, findLabel);
  return fenceQuotes(mark, [{ label: "where the positions differ", text }]);
}

import { formatScore, type Score } from "../protocol/score.ts";
import { formatWithUnit } from "../protocol/with-unit.ts";

/** Answer of a decision as text. `null` if it has none. */
export function formatAnswerText(
  decision: { answer?: unknown; unit?: string | null } | null,
  /** Kind of the answer. A score is put into words, as in a position. Absent: it is JSON. */
  kind?: string,
): string | null {
  const { answer = null, unit = null } = decision ?? {};
  if (answer === null) return null;
  if (kind === "score" && typeof answer === "object") return formatScore(answer as Score);
  if (typeof answer === "number") return formatWithUnit(answer, unit);
  return typeof answer === "string" ? answer : (JSON.stringify(answer) ?? String(answer));
}

import { formatWithUnit } from "../protocol/with-unit.ts";

/** Answer of a decision as text. `null` if it has none. */
export function formatAnswerText(
  decision: { answer?: unknown; unit?: string | null } | null,
): string | null {
  const { answer = null, unit = null } = decision ?? {};
  if (answer === null) return null;
  if (typeof answer === "number") return formatWithUnit(answer, unit);
  return typeof answer === "string" ? answer : (JSON.stringify(answer) ?? String(answer));
}

import { readText } from "../machine-fields.ts";
import { readObject } from "../reply/read-object.ts";

const MAX_REASON_CHARS = 4000;

/**
 * Reads `{"refuted": true, "reason": "…"}`. `null` if the verdict is missing, or if it refutes without a
 * reason.
 */
export function readAudit(
  text: string,
  mark?: string,
): { refuted: boolean; reason: string } | null {
  const reply = readObject(text, mark);
  const refuted = reply?.["refuted"];
  if (typeof refuted !== "boolean") return null;
  const reason = readText(reply?.["reason"], MAX_REASON_CHARS) ?? "";
  return refuted && reason === "" ? null : { refuted, reason };
}

import { escapeInvisible } from "@rostrum/core/support";

const REASONING = /"reasoning"\s*:\s*"((?:[^"\\]|\\.)*)/s;

/** Readable fields of findings, of votes on them, and of critiques. */
const POINTS = /"(?:claim|reason|problem|recommendation|answer)"\s*:\s*"((?:[^"\\]|\\.)*)/gs;

/** Extracts the readable part of a text in flight: from JSON, the reasoning or the points. */
export function readLiveText(text: string): string {
  if (!/^\s*(?:```json)?\s*\{/.test(text)) return escapeInvisible(text);
  const inside = REASONING.exec(text)?.[1];
  if (inside !== undefined) return escapeInvisible(unescape(inside));
  const points = [...text.matchAll(POINTS)].map(([, point = ""]) => `- ${unescape(point)}`);
  return escapeInvisible(points.join("\n"));
}

function unescape(inside: string): string {
  try {
    return JSON.parse(
      `"${inside.replace(/\\u[\da-f]{0,3}$/i, "").replaceAll("\n", "\\n")}"`,
    ) as string;
  } catch {
    return inside;
  }
}

import { visible } from "../../../rostrum/src/visible.ts";

const REASONING = /"reasoning"\s*:\s*"((?:[^"\\]|\\.)*)/s;

/** The readable part of a text in flight: the reasoning, if the reply is JSON. */
export function liveWords(text: string): string {
  const inside = /^\s*(?:```json)?\s*\{/.test(text) ? REASONING.exec(text)?.[1] : undefined;
  return visible(inside === undefined ? text : unescaped(inside));
}

function unescaped(inside: string): string {
  try {
    return JSON.parse(
      `"${inside.replace(/\\u[\da-f]{0,3}$/i, "").replaceAll("\n", "\\n")}"`,
    ) as string;
  } catch {
    return inside;
  }
}

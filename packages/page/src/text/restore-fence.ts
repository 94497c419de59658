import { parseBlocks } from "@rostrum/core/markdown";

/**
 * Restores the fence around an answer that is code. Without it, indentation would be lost and characters read as
 * Markdown.
 */
export function restoreFence(answer: string, reply: string): string {
  const code = parseBlocks(reply).find((block) => block.type === "code" && block.text === answer);
  if (code?.type !== "code") return answer;
  const longest = Math.max(2, ...[...answer.matchAll(/`+/g)].map(([marks]) => marks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${code.language}\n${answer}\n${fence}`;
}

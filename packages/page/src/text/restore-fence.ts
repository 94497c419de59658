import { parseBlocks } from "@rostrum/core/markdown";

/**
 * An answer that is code, with the fence around it that it had in the reply. Without one, its indents would be lost
 * and its signs be read as Markdown.
 */
export function restoreFence(answer: string, reply: string): string {
  const code = parseBlocks(reply).find((block) => block.type === "code" && block.text === answer);
  if (code?.type !== "code") return answer;
  const longest = Math.max(2, ...[...answer.matchAll(/`+/g)].map(([marks]) => marks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${code.language}\n${answer}\n${fence}`;
}

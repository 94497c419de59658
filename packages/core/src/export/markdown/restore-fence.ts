import { makeFence } from "./escape.ts";
import { parseBlocks } from "./parse-markdown.ts";

/**
 * Restores the marks around an answer that is code, which reading takes off. Without them, indentation would be lost
 * and characters read as Markdown.
 */
export function restoreFence(answer: string, reply: string): string {
  if (!answer.includes("\n") && /[*_~[\]<>|$\\]/.test(answer) && reply.includes(`\`${answer}\``))
    return `\`${answer}\``;
  if (!/```|~~~/.test(reply)) return answer;
  const code = parseBlocks(reply).find((block) => block.type === "code" && block.text === answer);
  return code?.type === "code" ? writeCode(answer, code.language) : answer;
}

/** Code in a fence that no line of it can close. */
export function writeCode(text: string, language: string): string {
  const fence = makeFence(text, 3);
  return `${fence}${/^[\w+#.-]{1,20}/.exec(language)?.[0] ?? ""}\n${text}\n${fence}`;
}

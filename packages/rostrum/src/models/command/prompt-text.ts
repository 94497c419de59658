import type { ModelRequest } from "../../protocol/model.ts";

type Prompt = Pick<ModelRequest, "system" | "messages" | "seed">;

/**
 * A request as one text for standard input. Turns are set apart by lines that no turn contains, so that
 * a text can't pose as another turn.
 */
export function promptText({ system, messages, seed }: Prompt): string {
  const [only, ...more] = messages;
  if (only !== undefined && more.length === 0) return `${system}\n\n${only.content}\n`;
  const mark = markFor([system, ...messages.map(({ content }) => content)], seed);
  const turns = messages.map(
    ({ role, content }) =>
      `--- ${mark} ${role === "user" ? "message to you" : "your earlier reply"} ---\n${content}\n`,
  );
  const note =
    `The conversation so far follows. Each turn begins with a line that contains ${mark}. ` +
    "Write your reply to the last message, and nothing else.";
  return [system, note, ...turns].join("\n\n");
}

function markFor(texts: readonly string[], seed: number): string {
  let mark = (seed >>> 0).toString(36).padStart(7, "0");
  while (texts.some((text) => text.includes(mark))) mark += mark.length.toString(36);
  return mark;
}

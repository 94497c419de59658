import { toOneLine } from "@rostrum/core/support";
import type { Output } from "../terminal/output.ts";
import { askPerson } from "../terminal/prompt.ts";
import { UserError } from "../user-error.ts";

/** Asks the user to pick a choice by number or name. Enter picks the default. */
export async function askOne<T extends string>(
  question: string,
  choices: Readonly<Record<T, string>>,
  first: T,
  output: Output,
): Promise<T> {
  const names = Object.keys(choices) as T[];
  output.say(question);
  names.forEach((name, at) => output.say(`  ${at + 1}  ${name}: ${choices[name]}`));
  for (;;) {
    const reply = await askUntilEnter(
      `1 to ${names.length} [${names.indexOf(first) + 1}] `,
      output,
    );
    if (reply === "") return first;
    const choice = names[Number(reply) - 1] ?? names.find((name) => name === reply);
    if (choice !== undefined) return choice;
    output.say(`"${toOneLine(reply)}" is not one of the choices`);
  }
}

async function askUntilEnter(prompt: string, { io }: Output): Promise<string> {
  const reply = await askPerson(prompt, io);
  if (reply === null) throw new UserError("no choice was entered; the config was not created");
  return reply.toLowerCase();
}

import type { PromptInput } from "../../protocol/prompts.ts";
import type { PromptMessage } from "../../protocol/question.ts";
import type { Role } from "../../protocol/model.ts";
import type { Member, Task } from "../config/resolved-config.ts";

/** True if the provider gets the schema and may enforce it. Most providers can't in calls with tools. */
export function enforcesSchema({ model: { source }, tools }: Member): boolean {
  return (source === "id" || source === "sdk") && tools === undefined;
}

/** Turns that every member gets: the context, then the question with its task. */
export function questionTurns(task: Task, instruction: string): PromptMessage[] {
  return [...task.context, { role: "user", content: `${task.question}\n\n${instruction}` }];
}

export function promptInput(
  role: Role,
  round: number,
  visibleParts: Partial<Omit<PromptInput, "role" | "round">> = {},
): PromptInput {
  const { peers = "", own = "", label = "", labels = [], structured = false } = visibleParts;
  return { role, round, peers, own, label, labels, structured };
}

export function withInstructions(system: string, { instructions }: Member): string {
  return instructions === "" ? system : `${system}\n\n${instructions}`;
}

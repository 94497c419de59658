import type { Position } from "../protocol/position.ts";
import type { PromptInput } from "../protocol/prompts.ts";
import type { Message } from "../protocol/question.ts";
import type { Role } from "../protocol/model.ts";
import type { StepCall } from "../protocol/step.ts";
import { formatFor } from "./prompts/index.ts";
import { hash32 } from "./random.ts";
import type { Member, Setting, Task } from "./setting.ts";
import { worstCase } from "./worst-case.ts";

export interface CallParts {
  setting: Setting;
  task: Task;
  member: Member;
  role: Role;
  /** The step's name within the run. */
  step: string;
  round: number;
  own: Position | null;
  peers: Position[];
  system: string;
  messages: Message[];
  /** Whether caps need the call's worst case. */
  capped: boolean;
}

/** Puts a call together. The seed leaves the run's id out: the same debate under another id is the same. */
export function callOf(parts: CallParts): StepCall {
  const { setting, task, member, role, step, round, own, peers, system, messages } = parts;
  const { maxOutputTokens, price } = member;
  const mayUseTools = role === "debater" && (round === 0 || member.toolsInRevisions);
  return {
    model: member.model,
    price,
    worst: parts.capped ? worstCase({ system, messages, maxOutputTokens, price }) : null,
    request: {
      stepId: `${task.id}__${step}`,
      role,
      ...(role === "debater" ? { debater: member.name } : {}),
      round,
      question: task.question,
      ...(own ? { own } : {}),
      peers,
      system,
      messages,
      ...(member.temperature !== undefined ? { temperature: member.temperature } : {}),
      maxOutputTokens,
      ...(mayUseTools && member.tools ? { tools: member.tools } : {}),
      ...(member.providerOptions ? { providerOptions: member.providerOptions } : {}),
      seed: hash32(`${setting.seed} ${step} ${task.question}`),
    },
  };
}

/** The turns every reader of the question gets: context, then the question with its task. */
export function questionTurns(task: Task, instruction: string): Message[] {
  return [...task.context, { role: "user", content: `${task.question}\n\n${instruction}` }];
}

export function promptInput(
  setting: Setting,
  role: Role,
  round: number,
  shown: { peers?: string; own?: string; labels?: readonly string[] } = {},
): PromptInput {
  return {
    role,
    round,
    format: formatFor(setting.answer, round > 0 && role === "debater"),
    peers: shown.peers ?? "",
    own: shown.own ?? "",
    labels: shown.labels ?? [],
  };
}

export function withInstructions(system: string, { instructions }: Member): string {
  return instructions === "" ? system : `${system}\n\n${instructions}`;
}

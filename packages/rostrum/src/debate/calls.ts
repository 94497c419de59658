import { stepIdOf } from "../protocol/step-id.ts";
import type { Spend } from "../protocol/budget.ts";
import type { Position } from "../protocol/position.ts";
import type { PromptInput } from "../protocol/prompts.ts";
import type { PromptMessage } from "../protocol/question.ts";
import type { Role } from "../protocol/model.ts";
import { NO_SPEND } from "../protocol/spend.ts";
import { scaleSpend } from "../protocol/worst-spend.ts";
import type { StepCall } from "../protocol/step.ts";
import { appended } from "./appended.ts";
import { isPerson } from "./callers.ts";
import { stepSeed } from "../record/random.ts";
import type { Member, ResolvedConfig, Task } from "./resolved-config.ts";
import { promptTokens, worstFor } from "./worst-case.ts";

export interface CallParts {
  config: ResolvedConfig;
  task: Task;
  member: Member;
  role: Role;
  /** The step's name within the run. */
  step: string;
  round: number;
  own: Position | null;
  peers: Position[];
  /** Texts that the prompt shows as numbered items. */
  items?: string[];
  system: string;
  messages: PromptMessage[];
  /** Its seed, if it is known already. */
  seed?: number;
  /** The reply is not an answer of the debate's kind: a judge's pick, or groups of answers. */
  freeForm?: boolean;
  /** Whether caps need the call's worst case. */
  capped: boolean;
}

/** Builds a call. Its seed doesn't depend on the run's id, so the same debate under another id is the same. */
export function callOf(parts: CallParts): StepCall {
  const { config, task, member, role, step, round, own, peers, system, messages } = parts;
  const { maxOutputTokens, pricing, fallback } = member;
  const schema = parts.freeForm ? null : config.format.schema;
  const mayUseTools = role === "debater" && (round === 0 || member.toolsInRevisions);
  const request: StepCall["request"] = {
    stepId: stepIdOf(task.id, step),
    role,
    round,
    question: task.question,
    peers,
    system,
    messages,
    maxOutputTokens,
    seed: parts.seed ?? stepSeed(config.seed, step, task.question),
  };
  if (role === "debater" || role === "ballot") request.debater = member.name;
  if (parts.items) request.items = parts.items;
  if (own) request.own = own;
  if (member.temperature !== undefined) request.temperature = member.temperature;
  if (member.reasoningEffort !== undefined) request.reasoningEffort = member.reasoningEffort;
  if (schema) request.responseFormat = { type: "json", schema };
  if (mayUseTools && member.tools) {
    request.tools = member.tools;
    request.maxToolSteps = member.maxToolSteps;
  }
  if (member.providerOptions) request.providerOptions = member.providerOptions;
  const { model } = member;
  if (!parts.capped) {
    return { step, model, pricing, fallback, worst: null, worstDoubled: null, request };
  }
  const turns = request.maxToolSteps ?? 1;
  const input = promptTokens(system, messages);
  const worstWith = (limit: number): Spend => {
    if (isPerson(member)) return NO_SPEND;
    const once = worstFor({ ...member, maxOutputTokens: limit }, input);
    return turns > 1 ? everyTurn(once, turns) : once;
  };
  const worst = worstWith(maxOutputTokens);
  const worstDoubled = worstWith(2 * maxOutputTokens);
  return { step, model, pricing, fallback, worst, worstDoubled, request };
}

/**
 * A call with tools is billed for each turn, with all earlier turns in the prompt. The length of what
 * tools return can't be bounded, so it is assumed to be no longer than what the model itself writes.
 */
export function everyTurn(once: Spend, turns: number): Spend {
  return scaleSpend(once, turns + (turns * (turns - 1)) / 2);
}

/** The turns that everybody who gets the question reads: context, then the question with its task. */
export function questionTurns(task: Task, instruction: string): PromptMessage[] {
  return appended(task.context, { role: "user", content: `${task.question}\n\n${instruction}` });
}

export function promptInput(
  config: ResolvedConfig,
  role: Role,
  round: number,
  shown: { peers?: string; own?: string; labels?: readonly string[]; structured?: boolean } = {},
): PromptInput {
  return {
    role,
    round,
    format: round > 0 && role === "debater" ? config.format.revised : config.format.first,
    peers: shown.peers ?? "",
    own: shown.own ?? "",
    labels: shown.labels ?? [],
    structured: shown.structured ?? false,
  };
}

export function withInstructions(system: string, { instructions }: Member): string {
  return instructions === "" ? system : `${system}\n\n${instructions}`;
}

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
import { callMark } from "./call-mark.ts";
import { isPerson } from "./callers.ts";
import { OBJECT_ALONE, objectForm, PROBABILITY, sectionForm } from "./prompts/reply-form.ts";
import { stepSeed } from "../record/random.ts";
import type { Member, ResolvedConfig, Task } from "./resolved-config.ts";
import { requestTokens, worstFor } from "./worst-case.ts";

/**
 * What a call asks for, and how its prompt says so: an answer of the debate's kind, a section with other content,
 * one JSON object, with a schema where providers can enforce it, or a text that is the whole reply.
 */
export type ReplyForm =
  | "answer"
  | "object"
  | "text"
  | { section: string; confidence?: boolean }
  | { schema: object };

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
  /** Marks of the replies in these messages. */
  earlierMarks?: readonly string[];
  /** Its seed, if it is known already. */
  seed?: number;
  /** What the reply should be. Absent: an answer of the debate's kind. */
  reply?: ReplyForm;
  /** Whether caps need the call's worst case. */
  capped: boolean;
}

/** Builds a call. Its seed doesn't depend on the run's id, so the same debate under another id is the same. */
export function callOf(parts: CallParts): StepCall {
  const { config, task, member, role, step, round, own, peers, system } = parts;
  const { maxOutputTokens, pricing, fallback } = member;
  const mayUseTools = role === "debater" && (round === 0 || member.toolsInRevisions);
  const mark = callMark(task, step, textsShown(parts));
  const schema = enforcesSchema(member) ? schemaOf(parts) : null;
  const messages = withForm(parts.messages, formOf(parts, mark, schema !== null));
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
  if (schema) request.responseFormat = { type: "json", schema, inWords: objectForm(mark) };
  if (mayUseTools && member.tools) {
    request.tools = member.tools;
    request.maxToolSteps = member.maxToolSteps;
  }
  if (member.providerOptions) request.providerOptions = member.providerOptions;
  const { model } = member;
  const wholeText = parts.reply === "text" ? { wholeText: true as const } : {};
  const { earlierMarks = [] } = parts;
  const call = { step, model, pricing, fallback, mark, earlierMarks, ...wholeText, request };
  if (!parts.capped) return { ...call, worst: null, worstDoubled: null };
  const turns = request.maxToolSteps ?? 1;
  const input = requestTokens(request);
  const worstWith = (limit: number): Spend => {
    if (isPerson(member)) return NO_SPEND;
    const once = worstFor({ ...member, maxOutputTokens: limit }, input);
    return turns > 1 ? everyTurn(once, turns) : once;
  };
  const worst = worstWith(maxOutputTokens);
  const worstDoubled = worstWith(2 * maxOutputTokens);
  return { ...call, worst, worstDoubled };
}

/** Everything that the call shows, with what replies mean where their texts hide it behind escapes. */
function textsShown({ system, messages, own, peers, items = [] }: CallParts): string[] {
  const decoded = [...peers, ...(own ? [own] : [])].flatMap(({ answer }) => answer ?? []);
  return [system, ...messages.map(({ content }) => content), ...decoded, ...items];
}

/** The schema that the reply should fit; `null` if it has none. */
function schemaOf(parts: CallParts): object | null {
  const { config, reply = "answer" } = parts;
  if (reply === "answer") return config.format.schema(isRevising(parts));
  return typeof reply === "object" && "schema" in reply ? reply.schema : null;
}

/** Whether a provider gets the schema and may enforce it. With tools, most providers can't. */
export function enforcesSchema({ model: { source }, tools }: Member): boolean {
  return (source === "id" || source === "sdk") && tools === undefined;
}

/** Whether a debater answers again. */
function isRevising({ role, round }: CallParts): boolean {
  return role === "debater" && round > 0;
}

/** How the reply should end. */
function formOf(parts: CallParts, mark: string, enforced: boolean): string {
  const { config, reply = "answer" } = parts;
  if (reply === "text") return "";
  if (reply === "answer") {
    return config.format.ending({ mark, revising: isRevising(parts), enforced });
  }
  if (reply === "object" || "schema" in reply) return enforced ? OBJECT_ALONE : objectForm(mark);
  const confidence = reply.confidence ? { confidence: PROBABILITY } : {};
  return sectionForm(mark, { content: reply.section, ...confidence });
}

/** Stands at the end of the last turn, whatever the prompt before it says. */
function withForm(messages: PromptMessage[], form: string): PromptMessage[] {
  const last = messages.at(-1);
  if (form === "" || last === undefined) return messages;
  return [...messages.slice(0, -1), { ...last, content: `${last.content.trimEnd()}\n\n${form}` }];
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
  role: Role,
  round: number,
  shown: Partial<Pick<PromptInput, "peers" | "own" | "label" | "labels" | "structured">> = {},
): PromptInput {
  return {
    role,
    round,
    peers: shown.peers ?? "",
    own: shown.own ?? "",
    label: shown.label ?? "",
    labels: shown.labels ?? [],
    structured: shown.structured ?? false,
  };
}

export function withInstructions(system: string, { instructions }: Member): string {
  return instructions === "" ? system : `${system}\n\n${instructions}`;
}

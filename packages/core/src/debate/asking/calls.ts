import { formatStepId } from "../../protocol/step-id.ts";
import type { Position } from "../../protocol/position.ts";
import type { PromptMessage } from "../../protocol/question.ts";
import type { Role } from "../../protocol/model.ts";
import type { StepCall } from "../../protocol/step.ts";
import { enforcesSchema } from "../prompts/prompt-parts.ts";
import { callMark } from "../prompts/marks.ts";
import {
  writeReplyEnding,
  OBJECT_ALONE,
  objectForm,
  PROBABILITY,
  replySchema,
  sectionForm,
} from "../prompts/reply-form.ts";
import { hasConfidence } from "../../answers/answer-kinds.ts";
import { formatSchema } from "../prompts/schemas.ts";
import { isDiff } from "../../record/read-diff.ts";
import { readOriginalText } from "../../record/quotes/material.ts";
import { computeStepSeed } from "../../record/random.ts";
import type { ToolBox } from "../../protocol/tool.ts";
import type { Member, ResolvedConfig, Task } from "../config/resolved-config.ts";
import type { Ports } from "../state/ports.ts";
import { estimateBounds, estimateLastTurn, requestTokens } from "../spending/call-spend.ts";

/**
 * Form of the reply that a call asks for: an answer of the debate's kind, a section with other content, one JSON
 * object (with a schema where providers can enforce it), or a text that is the whole reply.
 */
export type ReplyForm =
  | "answer"
  | "object"
  | "text"
  | { section: string; confidence?: boolean }
  | {
      schema: object;
      /** True if the prompt also describes the form, for models whose provider doesn't enforce the schema. */
      inWords?: boolean;
    };

export interface CallParts {
  member: Member;
  role: Role;
  /** The step's name within the run. */
  step: string;
  round: number;
  /** The member's own position, if it has one. */
  own?: Position | null;
  peers?: Position[];
  /** Texts that the prompt shows as numbered items. */
  items?: string[];
  system: string;
  messages: readonly PromptMessage[];
  /** Marks of the replies in these messages. */
  earlierMarks?: readonly string[];
  /** Absent for an answer of the debate's kind. */
  reply?: ReplyForm;
  /** Tools of the member's seat. */
  tools?: ToolBox | null;
}

/** Parts of the debate's state that preparing a call needs. */
export interface CallState {
  config: ResolvedConfig;
  task: Task;
  ports: Pick<Ports, "budget">;
}

/** Builds a call. Its seed doesn't depend on the run's id, so the same debate under another id is the same. */
export function prepareCall({ config, task, ports }: CallState, parts: CallParts): StepCall {
  const { member, role, step, round, own, peers = [], system, earlierMarks = [] } = parts;
  const { maxOutputTokens, pricing, fallback, model } = member;
  const offered = parts.tools ?? null;
  const isOffered = round === 0 || member.toolsInRevisions || offered?.isSafe === true;
  const tools = isOffered ? offered : null;
  const mark = callMark(task, step);
  const schema = enforcesSchema(member) ? findSchema(config, parts) : null;
  const messages = withForm(
    parts.messages,
    writeReplyForm(config, task, parts, mark, schema !== null),
  );
  const request: StepCall["request"] = {
    stepId: formatStepId(task.id, step),
    role,
    round,
    question: task.question,
    peers,
    system,
    messages,
    maxOutputTokens,
    seed: computeStepSeed(config.seed, step, task.question),
  };
  if (role === "debater" || role === "ballot") request.debater = member.name;
  if (parts.items) request.items = parts.items;
  if (own) request.own = own;
  if (member.temperature !== undefined) request.temperature = member.temperature;
  if (member.reasoningEffort !== undefined) request.reasoningEffort = member.reasoningEffort;
  if (schema) request.responseFormat = { type: "json", schema, inWords: objectForm(mark) };
  if (tools !== null) request.tools = tools.offered;
  if (member.providerOptions) request.providerOptions = member.providerOptions;
  const bounds = ports.budget && estimateBounds(member, requestTokens(request, tools), tools);
  const call: StepCall = {
    step,
    model,
    pricing,
    fallback,
    mark,
    earlierMarks,
    request,
    maxSpend: bounds?.maxSpend ?? null,
    maxSpendDoubled: bounds?.maxSpendDoubled ?? null,
  };
  if (parts.reply === "text") call.wholeText = true;
  if (tools !== null) Object.assign(call, { tools, maxToolSteps: member.maxToolSteps });
  if (tools !== null && bounds !== null && !tools.isRunByProvider)
    call.lastTurn = estimateLastTurn(member, requestTokens(request, tools));
  return call;
}

/** The schema that the reply should fit; `null` if it has none. */
function findSchema(config: ResolvedConfig, parts: CallParts): object | null {
  const { reply = "answer" } = parts;
  if (reply === "answer") return replySchema(config, isRevising(parts));
  return typeof reply === "object" && "schema" in reply ? reply.schema : null;
}

function isRevising({ role, round }: CallParts): boolean {
  return role === "debater" && round > 0;
}

/** True if something uses the debaters' confidence: a typed answer, or a rule that weighs votes by it. */
function usesConfidence({ answer, decide }: ResolvedConfig): boolean {
  return hasConfidence(answer) || (typeof decide === "object" && decide.type === "weighted");
}

/** Instructions about the end of the reply. */
function writeReplyForm(
  config: ResolvedConfig,
  { material }: Task,
  parts: CallParts,
  mark: string,
  enforced: boolean,
): string {
  const { answer, verify } = config;
  const { reply = "answer" } = parts;
  if (reply === "text") return "";
  if (reply === "answer") {
    const confidence = parts.role === "router" || usesConfidence(config);
    const hasDiff = material.some((item) => isDiff(readOriginalText(item)?.text ?? ""));
    return writeReplyEnding(answer, {
      mark,
      revising: isRevising(parts),
      enforced,
      confidence,
      verify,
      hasDiff,
    });
  }
  if (reply === "object") return objectForm(mark);
  if ("schema" in reply) {
    if (enforced) return OBJECT_ALONE;
    return reply.inWords
      ? `${formatSchema(reply.schema)}\n\n${objectForm(mark)}`
      : objectForm(mark);
  }
  const confidence = reply.confidence ? { confidence: PROBABILITY } : {};
  return sectionForm(mark, { content: reply.section, ...confidence });
}

/** Placed at the end of the last turn, after any custom prompt. */
function withForm(messages: readonly PromptMessage[], form: string): PromptMessage[] {
  const last = messages.at(-1);
  if (form === "" || last === undefined) return [...messages];
  return messages.with(messages.length - 1, {
    ...last,
    content: `${last.content.trimEnd()}\n\n${form}`,
  });
}

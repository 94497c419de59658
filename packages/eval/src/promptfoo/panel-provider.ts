import { Debate } from "@rostrum/runtime/api";
import { formatAnswer, listNotices } from "@rostrum/core/export";

import type { DebateConfig, Message, Question, DebateResult } from "@rostrum/core/protocol";
import { readMessage, isPlainObject } from "@rostrum/core/support";

/** Token counts in promptfoo's format. Unknown counts are omitted. */
export interface PromptfooTokens {
  total?: number;
  prompt?: number;
  completion?: number;
  numRequests?: number;
}

/** Response of a promptfoo provider. */
export interface PanelResponse {
  /** The answer; an object if the panel answers in JSON. */
  output?: unknown;
  error?: string;
  tokenUsage?: PromptfooTokens;
  /** In dollars. */
  cost?: number;
  metadata?: { rostrum: Record<string, unknown> };
}

/** Options that promptfoo passes to the constructor of a provider. */
export interface PanelProviderOptions {
  /** Name of the provider in results. Default `rostrum`. */
  id?: string;
  label?: string;
  /** The panel, as in a config file. */
  config?: DebateConfig | Record<string, unknown>;
}

/** A panel as a provider of promptfoo: `id: package:rostrum/promptfoo:PanelProvider`. */
export class PanelProvider {
  readonly #id: string;
  readonly #debate: Debate<unknown>;

  constructor({ id, label, config = {} }: PanelProviderOptions = {}) {
    const isAddress = id === undefined || id.startsWith("package:");
    this.#id = label ?? (isAddress ? "rostrum" : id);
    // promptfoo adds its own settings to the config of every provider.
    const { basePath: _path, ...panel } = config as Record<string, unknown>;
    this.#debate = new Debate(panel as unknown as DebateConfig) as Debate<unknown>;
  }

  id(): string {
    return this.#id;
  }

  async callApi(
    prompt: string,
    _context?: unknown,
    options?: { abortSignal?: AbortSignal },
  ): Promise<PanelResponse> {
    try {
      const signal = options?.abortSignal;
      const result = await this.#debate.run(readPrompt(prompt), signal ? { signal } : {});
      return formatResponse(result);
    } catch (error) {
      return { error: readMessage(error) };
    }
  }
}

/** Reads a chat, which promptfoo passes as JSON: the last message is the question, the others are context. */
function readPrompt(prompt: string): Question {
  const messages = parseMessages(prompt);
  const last = messages?.at(-1);
  if (last === undefined) return prompt;
  const context = (messages ?? []).slice(0, -1);
  return context.length === 0 ? last.content : { text: last.content, context };
}

function parseMessages(prompt: string): Message[] | null {
  if (!prompt.trimStart().startsWith("[")) return null;
  try {
    const value: unknown = JSON.parse(prompt);
    if (!Array.isArray(value) || !value.every(isMessage)) return null;
    return value.map(({ role, content }) =>
      role === "assistant"
        ? { role, content }
        : { role: "user", content: role === "user" ? content : `Instructions:\n\n${content}` },
    );
  } catch {
    return null;
  }
}

function isMessage(value: unknown): value is { role: string; content: string } {
  return (
    isPlainObject(value) &&
    typeof value["role"] === "string" &&
    typeof value["content"] === "string"
  );
}

function formatResponse(result: DebateResult<unknown>): PanelResponse {
  const { answer, decision, text, costUsd } = result;
  const isJson = decision.basis === "json" && answer !== null;
  const answerText = formatAnswer(answer) || text;
  const summary = {
    id: result.id,
    agreement: result.agreement,
    confidence: result.confidence,
    confidenceBasis: result.confidenceBasis,
    stopReason: result.stopReason,
    escalated: result.escalateToHuman,
    degraded: result.integrity.degraded,
    notices: listNotices(result).map(({ title }) => title),
    calls: result.usage.calls,
  };
  return {
    ...(isJson || answerText !== ""
      ? { output: isJson ? answer : answerText }
      : { error: "the panel has no answer" }),
    tokenUsage: countTokens(result),
    ...(costUsd === null ? {} : { cost: costUsd }),
    metadata: { rostrum: summary },
  };
}

/** The sum of all calls. */
export function countTokens({ usage }: DebateResult<unknown>): PromptfooTokens {
  const { inputTokens, outputTokens, calls } = usage;
  if (inputTokens === null || outputTokens === null) return { numRequests: calls };
  return {
    total: inputTokens + outputTokens,
    prompt: inputTokens,
    completion: outputTokens,
    numRequests: calls,
  };
}

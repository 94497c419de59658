import { formatAnswer, formatCost, listNotices, formatVerdictText } from "@rostrum/core/export";
import type { StoredEvent, DebateResult } from "@rostrum/core/protocol";
import { computeAtLeastUsd } from "@rostrum/core/record";
import { escapeInvisible, toOneLine } from "@rostrum/core/support";
import { HttpError } from "../http-error.ts";

export interface ChatUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details?: { cached_tokens: number };
  completion_tokens_details?: { reasoning_tokens: number };
}

/**
 * The verdict: the text of the answer, or only the answer if a JSON format was requested. Many clients
 * show nothing else, so notices come before the text. JSON has no place for them.
 */
export function formatContent(result: DebateResult<unknown>, wantsJson: boolean): string {
  const { notices, body } = splitContent(result, wantsJson);
  return notices + (notices === "" ? "" : "\n") + body;
}

/** The rest of the content, after part of the verdict was streamed. */
export function formatRest(
  result: DebateResult<unknown>,
  wantsJson: boolean,
  sent: string,
): string {
  if (sent === "") return formatContent(result, wantsJson);
  const { notices, body } = splitContent(result, wantsJson);
  const rest = findRest(body, sent);
  // The judge failed after it had started, and the answer is a different one.
  if (rest === null) return `…\n\n${formatContent(result, wantsJson)}`;
  return rest + (notices === "" ? "" : `\n\n${notices.trimEnd()}`);
}

/**
 * Returns what follows the part of a text that was sent; null when the text begins otherwise. White space may differ:
 * in the stream, a line that held only a mark is an empty one.
 */
function findRest(text: string, sent: string): string | null {
  let at = 0;
  for (const character of sent.replaceAll(/\s/g, "")) {
    while (/^\s$/.test(text.charAt(at))) at += 1;
    if (!text.startsWith(character, at)) return null;
    at += character.length;
  }
  return text.slice(at);
}

function splitContent(
  result: DebateResult<unknown>,
  wantsJson: boolean,
): { notices: string; body: string } {
  const { answer, review, decision, text } = result;
  const json = wantsJson || decision.basis === "json";
  // A person's review comes after the panel's text.
  const bare = json || review !== undefined || text === "";
  const content = bare ? formatAnswer(answer) : formatVerdictText(result);
  if (content === "") throw new HttpError(502, "no_answer", "the panel has no answer");
  if (json) return { notices: "", body: content };
  const notices = listNotices(result)
    .filter(({ kind }) => kind === "degraded" || kind === "escalated")
    .map(({ title }) => `Notice: ${toOneLine(title)}\n`);
  return { notices: escapeInvisible(notices.join("")), body: escapeInvisible(content) };
}

/** Total usage of all calls; absent if any of it is unknown. */
export function formatUsage({ usage }: DebateResult<unknown>): ChatUsage | undefined {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
  if (inputTokens === null || outputTokens === null) return undefined;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cachedInputTokens === null
      ? {}
      : { prompt_tokens_details: { cached_tokens: cachedInputTokens } }),
    ...(reasoningTokens === null
      ? {}
      : { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
}

/** Facts about the debate for which OpenAI's response has no field. */
export function formatPanelNote(
  result: DebateResult<unknown>,
  events: readonly StoredEvent[],
): object {
  return {
    debate_id: result.id,
    stop_reason: result.stopReason,
    headline: result.headline,
    agreement: result.agreement,
    differences: result.differences,
    confidence: result.confidence,
    confidence_basis: result.confidenceBasis,
    degraded: result.integrity.degraded,
    escalated: result.escalateToHuman,
    cost_usd: result.costUsd,
    cost: formatCost(result.costUsd, result.costUsd ?? computeAtLeastUsd(events)),
    // Warnings to read before the answer; empty for a complete result.
    notices: listNotices(result).map(({ title }) => toOneLine(title)),
  };
}

/** Notices as text at the end of the reasoning, for clients that show nothing else. */
export function formatNoticeText(result: DebateResult<unknown>): string {
  return listNotices(result)
    .map(({ title }) => `[notice] ${toOneLine(title)}\n`)
    .join("");
}

export interface OpenAiError {
  error: { message: string; type: string; param: string | null; code: string };
}

const ERROR_TYPES: Partial<Record<number, string>> = {
  401: "authentication_error",
  402: "insufficient_quota",
  403: "permission_error",
  429: "rate_limit_error",
};

/** An error in the form that OpenAI's clients read. */
export function formatError({ status, code, message, field }: HttpError): OpenAiError {
  const type = ERROR_TYPES[status] ?? (status < 500 ? "invalid_request_error" : "server_error");
  return {
    error: {
      message,
      type,
      param: field ?? null,
      code: status === 402 ? "insufficient_quota" : code,
    },
  };
}

import { readReply, sectionLines } from "@rostrum/core/answers";
import { field, parseJson } from "@rostrum/core/support";
import { resolveModel, toModelError } from "@rostrum/runtime/models";
import {
  type ModelPort,
  type ModelReply,
  findRefusal,
  reachedOutputLimit,
} from "@rostrum/core/protocol";
import { formatError } from "./check-panel.ts";
import type { DoctorFinding } from "./checks.ts";

const QUESTION = "What is 2+2?";
const SECTION_MARK = "k3f9";
const MAX_OUTPUT_TOKENS = 300;
const TIMEOUT_MS = 60_000;

/** Makes one small call, as a debate would. The only check of the doctor that can cost money. */
export async function callModel(id: string): Promise<DoctorFinding> {
  const model = resolveModel(id, "model");
  if (model.source === "human")
    return { state: "info", text: `${id}: a person, who was not asked` };
  const startMs = performance.now();
  const textTimesMs: number[] = [];
  const elapsed = (): number => Math.round(performance.now() - startMs);
  try {
    const reply = await model.generate({
      ...buildRequest(model),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      onText: () => void textTimesMs.push(elapsed()),
    });
    const [first] = textTimesMs;
    const times = `replied in ${elapsed()} ms${first === undefined ? "" : `, first text after ${first} ms`}`;
    const details = describeReply(model, reply);
    const isUsable = reply.text.trim() !== "" && findRefusal(reply.finishReason) === null;
    return { state: isUsable ? "ok" : "warning", text: `${id}: ${times}`, details };
  } catch (thrown) {
    return { state: "problem", text: `${id}: ${formatError(toModelError(thrown))}` };
  }
}

/** Asks for section marks inside a structured reply, so that one call tests both. */
function buildRequest({ source }: ModelPort): Omit<Parameters<ModelPort["generate"]>[0], "signal"> {
  const { open, close } = sectionLines(SECTION_MARK);
  const form = [
    "Reply with three lines: this line, copied exactly, then the number alone, then this last line, copied exactly:",
    `${open}\n${close}`,
    'If your reply has to be a JSON object, its "reply" holds these lines.',
  ];
  const request = {
    stepId: "doctor__live",
    role: "debater" as const,
    round: 0,
    question: QUESTION,
    peers: [],
    system: "You answer a question to show that you can be reached. Follow the form exactly.",
    messages: [{ role: "user" as const, content: [QUESTION, ...form].join("\n\n") }],
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    seed: 0,
  };
  if (source !== "id") return request;
  const inWords = "Your reply doesn't have to be a JSON object.";
  return { ...request, responseFormat: { type: "json" as const, schema: SCHEMA, inWords } };
}

const SCHEMA = {
  type: "object",
  properties: { reply: { type: "string" } },
  required: ["reply"],
  additionalProperties: false,
};

/** Reports which features work with this model. Networks and functions have none. */
function describeReply(
  { source }: ModelPort,
  { text, usage = {}, finishReason }: ModelReply,
): Record<string, string> {
  if (source !== "id" && source !== "command") return {};
  const structured = readStructured(text);
  const { inputTokens, outputTokens, cachedInputTokens } = usage;
  const refused = findRefusal(finishReason);
  const details: Record<string, string> = {
    "answer form": describeMarks(structured ?? text),
    usage:
      inputTokens == null || outputTokens == null
        ? "not reported, so costs are unknown and caps count the worst case"
        : `${inputTokens} tokens in, ${outputTokens} out`,
    "cache reads":
      cachedInputTokens == null ? "not reported" : `reported, ${cachedInputTokens} tokens here`,
    refusals: refused ?? "none here",
    "output limit": describeLimit(finishReason, outputTokens),
  };
  if (source === "command") return details;
  const works = "works";
  const without = "refused or ignored, so formats are described in the prompt";
  return { "structured output": structured === null ? without : works, ...details };
}

function readStructured(text: string): string | null {
  const reply = field(parseJson(text), "reply");
  return typeof reply === "string" ? reply : null;
}

function describeMarks(text: string): string {
  const { from, answer } = readReply(text, SECTION_MARK);
  if (from !== "section")
    return "not followed here: replies are read by a label such as “Answer:”, or asked for again; nothing to do";
  return answer === "4" ? "followed" : "followed, but with more than the number inside";
}

function describeLimit(finishReason: string | undefined, out: number | null | undefined): string {
  if (reachedOutputLimit(finishReason))
    return `reached at ${MAX_OUTPUT_TOKENS} tokens: a model that reasons needs a larger maxOutputTokens`;
  if (typeof out === "number" && out > MAX_OUTPUT_TOKENS)
    return `exceeded: ${out} tokens instead of ${MAX_OUTPUT_TOKENS}`;
  return finishReason === undefined
    ? "no finish reason reported"
    : `respected (${MAX_OUTPUT_TOKENS} tokens)`;
}

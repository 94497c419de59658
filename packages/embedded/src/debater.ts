import type { EmbeddedVariant } from "./ids.ts";
import { loadNetwork } from "./networks.ts";
import { refuseQuestion, refuseToJudge } from "./refusal.ts";
import type { EmbeddedReply, EmbeddedRequest } from "./request.ts";
import { createPool, type Pool } from "./threads/pool.ts";
import { countThreads, startWorker } from "./threads/start-worker.ts";
import { LIMITS } from "./words/limits.ts";
import { writePrompt } from "./words/prompt.ts";
import { readQuestion } from "./words/read-question.ts";
import { createReplyWriter } from "./words/reply.ts";

const DEFAULT_TEMPERATURE = 0.8;
const MAX_THREADS = 4;

let sharedPool: Pool | undefined;

/** Reads the question, writes the prompt, runs the network on a free thread, and formats its reply. */
export async function writeReply(
  variant: EmbeddedVariant,
  request: EmbeddedRequest,
): Promise<EmbeddedReply> {
  request.signal.throwIfAborted();
  if (request.role === "judge") throw refuseToJudge();
  const reading = readQuestion(request.question);
  if ("reason" in reading) {
    throw refuseQuestion(request.question, reading.reason, request.messages.length > 1);
  }
  const writer = createReplyWriter(request.onText?.bind(request));
  sharedPool ??= createPool({
    loadNetwork,
    threads: Math.min(countThreads(), MAX_THREADS),
    startWorker,
  });
  const raw = await sharedPool.run(
    {
      variant,
      prompt: writePrompt(reading.expression, request.own, request.peers),
      temperature: request.temperature ?? DEFAULT_TEMPERATURE,
      seed: request.seed,
      maxTokens: request.maxOutputTokens ?? LIMITS.answerTokens,
    },
    { signal: request.signal, onRaw: writer.write },
  );
  return {
    text: writer.end(raw),
    inputTokens: raw.promptTokens,
    outputTokens: raw.answerTokens,
    finished: raw.finished,
  };
}

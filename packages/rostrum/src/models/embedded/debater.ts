import { NO_USAGE } from "../../protocol/add-usage.ts";
import type { ModelReply, ModelRequest } from "../../protocol/model.ts";
import { createNetwork, type Network } from "./core/network.ts";
import { bestKernel, networkOf } from "./networks.ts";
import { judgeRefusal, questionRefusal } from "./refusal.ts";
import { createPool, type Pool } from "./threads/pool.ts";
import { availableThreads, startWorker } from "./threads/start-worker.ts";
import type { EmbeddedVariant } from "./variants.ts";
import { LIMITS } from "./words/limits.ts";
import { promptFor } from "./words/prompt.ts";
import { readQuestion } from "./words/read-question.ts";
import { replyWriter } from "./words/reply.ts";

const DEFAULT_TEMPERATURE = 0.8;
const MOST_THREADS = 4;

let sharedPool: Pool | undefined;

/** An embedded debater: the network with everything around it. */
export function embeddedDebater(
  variant: EmbeddedVariant,
  weights: ArrayBuffer | undefined,
): (request: ModelRequest) => Promise<ModelReply> {
  const pool = weights === undefined ? (sharedPool ??= poolOfAll()) : poolFor(weights);
  return (request) => reply(variant, pool, request);
}

function poolOfAll(): Pool {
  const threads = Math.min(availableThreads(), MOST_THREADS);
  return createPool({ networkFor: networkOf, threads, startWorker });
}

function poolFor(weights: ArrayBuffer): Pool {
  let network: Promise<Network> | undefined;
  const networkFor = (): Promise<Network> =>
    (network ??= Promise.resolve(createNetwork(weights, bestKernel)));
  return createPool({ networkFor, threads: 1, startWorker: () => null });
}

async function reply(
  variant: EmbeddedVariant,
  pool: Pool,
  request: ModelRequest,
): Promise<ModelReply> {
  request.signal.throwIfAborted();
  if (request.role === "judge") throw judgeRefusal();
  const reading = readQuestion(request.question);
  if ("reason" in reading) {
    throw questionRefusal(request.question, reading.reason, request.messages.length > 1);
  }
  const writer = replyWriter(request.onText?.bind(request));
  const raw = await pool.run(
    {
      variant,
      prompt: promptFor(reading.expression, request.own, request.peers),
      temperature: request.temperature ?? DEFAULT_TEMPERATURE,
      seed: request.seed,
      maxTokens: request.maxOutputTokens ?? LIMITS.answerTokens,
    },
    { signal: request.signal, onRaw: writer.write },
  );
  return {
    text: writer.end(raw),
    usage: { ...NO_USAGE, inputTokens: raw.promptTokens, outputTokens: raw.answerTokens },
    finishReason: raw.finished ? "stop" : "length",
    costUsd: 0,
  };
}

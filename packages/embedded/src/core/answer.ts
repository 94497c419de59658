import { CHUNK } from "./layout.ts";
import type { Network } from "./network.ts";
import { seededRandom } from "./random.ts";

/** Plain data, so that it can be sent to a worker. */
export interface AnswerJob {
  /** In the network's own form, such as `Q12+15\nA`. */
  prompt: string;
  /** 0 is greedy. */
  temperature: number;
  seed: number;
  /** Most tokens to generate; never more than the network was trained on. */
  maxTokens: number;
}

export interface RawAnswer {
  /** In the network's own form, such as `12+15=27#27`, without the closing newline. */
  text: string;
  promptTokens: number;
  /** Generated, the closing newline included. */
  answerTokens: number;
  /** Σ log p at temperature 1 of the tokens drawn: its exponential is the confidence. */
  logProbability: number;
  /** Ended by itself; false when it was cut off. */
  finished: boolean;
}

/** Between slices, the caller can stop or let other work run. */
const SLICE = CHUNK;

/**
 * Answers in slices of sixteen tokens, yielding what was written in each: at most a few milliseconds
 * of work at a time, so that a thread stays responsive. The slices don't depend on a clock.
 */
export function* answerInSlices(
  network: Network,
  job: AnswerJob,
): Generator<string, RawAnswer, void> {
  const { encode, character, newline } = readVocabulary(network.settings.vocabulary);
  const prompt = encode(job.prompt);
  const random = seededRandom(job.seed);
  const limit = Math.min(job.maxTokens, network.settings.maxAnswer);
  for (let at = network.begin(prompt); at < prompt.length; at += CHUNK) {
    network.read(prompt.slice(at, at + CHUNK));
    yield "";
  }
  let text = "";
  let logProbability = 0;
  let answerTokens = 0;
  let shown = 0;
  let finished = false;
  while (answerTokens < limit) {
    const chosen = network.choose(job.temperature, random);
    logProbability += chosen.logProbability;
    answerTokens++;
    if (chosen.token === newline) {
      finished = true;
      break;
    }
    text += character(chosen.token);
    if (answerTokens % SLICE === 0) {
      yield text.slice(shown);
      shown = text.length;
    }
    if (answerTokens < limit) network.read([chosen.token]);
  }
  if (shown < text.length) yield text.slice(shown);
  return { text, promptTokens: prompt.length, answerTokens, logProbability, finished };
}

/** The whole answer at once, for callers that have the thread to themselves. */
export function answer(network: Network, job: AnswerJob): RawAnswer {
  const slices = answerInSlices(network, job);
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/** One character per token, in both directions. */
interface Vocabulary {
  /** Ends an answer. */
  newline: number;
  encode(text: string): number[];
  character(token: number): string;
}

function readVocabulary(characters: string): Vocabulary {
  const tokens = new Map([...characters].map((character, token) => [character, token]));
  return {
    newline: tokens.get("\n") ?? -1,
    encode: (text) =>
      Array.from(text, (character) => {
        const token = tokens.get(character);
        if (token === undefined) {
          throw new Error(`${JSON.stringify(character)} is not among the model's characters`);
        }
        return token;
      }),
    character: (token) => characters[token] ?? "",
  };
}

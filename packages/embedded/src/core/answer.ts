import { CHUNK } from "./layout.ts";
import type { Network } from "./network.ts";
import { seededRandom } from "./random.ts";

/** Plain data, so that it can be sent to a worker. */
export interface AnswerJob {
  /** In the network's input format, such as `Q12+15\nA`. */
  prompt: string;
  /** 0 is greedy. */
  temperature: number;
  seed: number;
  /** Maximum number of tokens to generate; never more than the network was trained on. */
  maxTokens: number;
}

export interface RawAnswer {
  /** In the network's output format, such as `12+15=27#27`, without the closing newline. */
  text: string;
  promptTokens: number;
  /** Generated tokens, including the closing newline. */
  answerTokens: number;
  /** Σ log p at temperature 1 of the tokens drawn: its exponential is the confidence. */
  logProbability: number;
  /** False if the answer was cut off at its limit. */
  finished: boolean;
}

const SLICE_TOKENS = CHUNK;

/**
 * Answers in slices of sixteen tokens, and yields the text of each. Between slices, the caller can stop or let other work
 * run: a slice takes at most a few milliseconds. Slices don't depend on a clock, so they are reproducible.
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
  let yieldedLength = 0;
  let finished = false;
  while (answerTokens < limit) {
    const draw = network.choose(job.temperature, random);
    logProbability += draw.logProbability;
    answerTokens++;
    if (draw.token === newline) {
      finished = true;
      break;
    }
    text += character(draw.token);
    if (answerTokens % SLICE_TOKENS === 0) {
      yield text.slice(yieldedLength);
      yieldedLength = text.length;
    }
    if (answerTokens < limit) network.read([draw.token]);
  }
  if (yieldedLength < text.length) yield text.slice(yieldedLength);
  return { text, promptTokens: prompt.length, answerTokens, logProbability, finished };
}

/** Answers without pauses, for callers that may block the thread. */
export function answer(network: Network, job: AnswerJob): RawAnswer {
  const slices = answerInSlices(network, job);
  for (;;) {
    const { done, value } = slices.next();
    if (done) return value;
  }
}

/** Converts between characters and tokens, one to one. */
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
          throw new Error(`${JSON.stringify(character)} is not in the vocabulary of the model`);
        }
        return token;
      }),
    character: (token) => characters[token] ?? "",
  };
}

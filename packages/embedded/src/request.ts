/** As much of another debater's or the own last reply as a network reads. */
export interface EarlierReply {
  debater: string;
  text: string;
  answer: string | null;
}

/** As much of a model request as a network needs; rostrum's `ModelRequest` has it all. */
export interface EmbeddedRequest {
  question: string;
  role: string;
  own?: EarlierReply;
  peers: readonly EarlierReply[];
  /** More than one if something came before the question: an earlier debate, or documents. */
  messages: readonly unknown[];
  temperature?: number;
  maxOutputTokens?: number;
  seed: number;
  signal: AbortSignal;
  onText?(delta: string): void;
}

export interface EmbeddedReply {
  text: string;
  inputTokens: number;
  outputTokens: number;
  /** False when the reply was cut off at its limit. */
  finished: boolean;
}

/** A network can't do what it was asked to do, so another try would not help. */
export class EmbeddedRefusalError extends Error {
  override readonly name: string = "EmbeddedRefusalError";
}

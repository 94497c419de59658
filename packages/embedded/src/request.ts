/** The parts of an earlier reply, the debater's own or a peer's, that a network reads. */
export interface EarlierReply {
  debater: string;
  text: string;
  answer: string | null;
}

/** The parts of `ModelRequest` that a network needs. */
export interface EmbeddedRequest {
  question: string;
  role: string;
  own?: EarlierReply;
  peers: readonly EarlierReply[];
  /** More than one if the question has context: an earlier debate, or documents. */
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
  /** False if the reply was cut off at its limit. */
  finished: boolean;
}

/** The network can't handle the request, so a retry wouldn't help. */
export class EmbeddedRefusalError extends Error {
  override readonly name: string = "EmbeddedRefusalError";
}

import { isSignedIn, keepToken } from "./session.ts";

/** A question for the user: which token they have. */
export interface TokenQuestion {
  /** Somebody was signed in, or has entered a token, and the server refuses it now. */
  refused: boolean;
  /** `token`: what the user entered; absent: a sign-in has already kept one. */
  answer(token?: string): void;
}

let asked: { question: TokenQuestion; answered: Promise<void> } | null = null;
let listener: (question: TokenQuestion | null) => void = () => undefined;
const changed = new Set<() => void>();

/** Why the last sign-in brought no token. */
export const lastSignIn: { trouble: string | null } = { trouble: null };

/** Asks the user for a token. Requests that are refused at the same time ask only once. */
export function askForToken(): Promise<void> {
  if (asked) return asked.answered;
  const { promise, resolve } = Promise.withResolvers<void>();
  const question: TokenQuestion = {
    refused: isSignedIn(),
    answer(token) {
      if (token !== undefined) keepToken(token);
      lastSignIn.trouble = null;
      asked = null;
      listener(null);
      resolve();
      for (const tell of changed) tell();
    },
  };
  asked = { question, answered: promise };
  listener(question);
  return promise;
}

/** Goes on with the session that another tab has passed on, if this one has asked for a token. */
export function answerWithSession(): void {
  asked?.question.answer();
}

/** Calls back with the question for the user, and with `null` when it is answered. */
export function onTokenQuestion(put: (question: TokenQuestion | null) => void): () => void {
  listener = put;
  put(asked?.question ?? null);
  return () => {
    listener = () => undefined;
  };
}

/** Calls back after somebody, perhaps somebody else, has signed in. */
export function onSignedIn(tell: () => void): () => void {
  changed.add(tell);
  return () => void changed.delete(tell);
}

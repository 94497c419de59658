import { isSignedIn, keepToken } from "./session.ts";

/** A request for the user's token. */
export interface TokenQuestion {
  /** True if the server has refused the previous token or session. */
  refused: boolean;
  /** `token`: the user's input. Absent if a sign-in has already stored one. */
  answer(token?: string): void;
}

let asked: { question: TokenQuestion; answered: Promise<void> } | null = null;
let listener: (question: TokenQuestion | null) => void = () => undefined;
const changed = new Set<() => void>();

/** Error of the last sign-in. */
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

/** Answers an open token request with the session from another tab. */
export function answerWithSession(): void {
  asked?.question.answer();
}

/** Registers a listener for the token request, which gets null once it is answered. */
export function onTokenQuestion(put: (question: TokenQuestion | null) => void): () => void {
  listener = put;
  put(asked?.question ?? null);
  return () => {
    listener = () => undefined;
  };
}

/** Registers a listener for sign-ins, perhaps of another user. */
export function onSignedIn(tell: () => void): () => void {
  changed.add(tell);
  return () => void changed.delete(tell);
}

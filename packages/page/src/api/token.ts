import { isSignedIn, storeToken } from "./session.ts";

/** A request for the user's token. */
export interface TokenQuestion {
  /** True if the server has refused the previous token or session. */
  wasRefused: boolean;
  /** `token`: the user's input. Absent if a sign-in has already stored one. */
  answer(token?: string): void;
}

let openRequest: { question: TokenQuestion; answered: Promise<void> } | null = null;
let listener: (question: TokenQuestion | null) => void = () => undefined;
const signInListeners = new Set<() => void>();

/** Error of the last sign-in. */
export const lastSignIn: { error: string | null } = { error: null };

/** Asks the user for a token. Requests that are refused at the same time ask only once. */
export function askForToken(): Promise<void> {
  if (openRequest) return openRequest.answered;
  const { promise, resolve } = Promise.withResolvers<void>();
  const question: TokenQuestion = {
    wasRefused: isSignedIn(),
    answer(token) {
      if (token !== undefined) storeToken(token);
      lastSignIn.error = null;
      openRequest = null;
      listener(null);
      resolve();
      for (const notify of signInListeners) notify();
    },
  };
  openRequest = { question, answered: promise };
  listener(question);
  return promise;
}

/** Answers an open token request with the session from another tab. */
export function answerWithSession(): void {
  openRequest?.question.answer();
}

/** Registers a listener for the token request, which gets null once it is answered. */
export function onTokenQuestion(onChange: (question: TokenQuestion | null) => void): () => void {
  listener = onChange;
  onChange(openRequest?.question ?? null);
  return () => {
    listener = () => undefined;
  };
}

/** Registers a listener for sign-ins, perhaps of another user. */
export function onSignedIn(notify: () => void): () => void {
  signInListeners.add(notify);
  return () => void signInListeners.delete(notify);
}

const KEY = "rostrum.token";

interface Question {
  /** The server refused the token. */
  refused: boolean;
  answer(token: string): void;
}

let asked: { question: Question; token: Promise<string> } | null = null;
let listener: (question: Question | null) => void = () => undefined;

/** The token of this tab; it is gone when the tab is closed. */
export function currentToken(): string | null {
  return sessionStorage.getItem(KEY);
}

/** Keeps a token for this tab. */
export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token);
}

/** Why the last sign-in brought no token. */
export const lastSignIn: { trouble: string | null } = { trouble: null };

/** Asks the user for a token. Requests that are refused at the same time ask only once. */
export function askForToken(): Promise<string> {
  if (asked) return asked.token;
  const { promise, resolve } = Promise.withResolvers<string>();
  const question: Question = {
    refused: currentToken() !== null,
    answer(token) {
      keepToken(token);
      asked = null;
      listener(null);
      resolve(token);
    },
  };
  asked = { question, token: promise };
  listener(question);
  return promise;
}

/** Calls back with the question for the user, and with `null` when it is answered. */
export function onTokenQuestion(put: (question: Question | null) => void): () => void {
  listener = put;
  put(asked?.question ?? null);
  return () => {
    listener = () => undefined;
  };
}

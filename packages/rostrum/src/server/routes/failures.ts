import { failure } from "../schemas/answers.ts";
import type { ResponseDoc } from "./route.ts";

const WORDS: Record<number, string> = {
  400: "Something in the request is wrong; `field` says what.",
  401: "The token is missing, wrong or expired.",
  402: "The limit of the user or of their team is used up.",
  403: "The caller's role doesn't allow it.",
  404: "There is no such debate.",
  409: "The debate's state doesn't allow it.",
  422: "The key belongs to another request.",
  424: "The debate failed or was cancelled. Asking again would cost again.",
  429: "Too many requests, or too many debates at once.",
  503: "A model of the panel is not available, or the server is at its limit.",
};

/** The errors that a route may answer with. */
export function failures(...statuses: readonly number[]): Record<number, ResponseDoc> {
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: WORDS[status] ?? "An error.", schema: failure },
    ]),
  );
}

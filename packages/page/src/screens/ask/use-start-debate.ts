import { useRef } from "preact/hooks";
import { ApiError } from "../../api/api-error.ts";
import type { Asking } from "../../api/asking.ts";
import { startDebate } from "../../api/endpoints.ts";
import { UNEXPECTED_RESPONSE } from "../../api/unexpected-response.ts";

/**
 * Returns a function that starts a debate. If the response was lost, the server may have started it: the same question
 * is then sent with the same idempotency key, so that nobody pays twice.
 */
export function useStartDebate(): (asking: Asking) => Promise<{ id: string }> {
  const unanswered = useRef<{ body: string; key: string } | null>(null);
  return async (asking) => {
    const body = JSON.stringify(asking);
    const { key } =
      unanswered.current?.body === body ? unanswered.current : { key: createRandomKey() };
    unanswered.current = { body, key };
    try {
      const started = await startDebate(asking, key);
      unanswered.current = null;
      return started;
    } catch (error) {
      const isRefused = error instanceof ApiError && error.code !== UNEXPECTED_RESPONSE;
      if (isRefused) unanswered.current = null;
      throw error;
    }
  };
}

/** `crypto.randomUUID` exists only in secure contexts. */
function createRandomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

import { ModelError } from "../../errors.ts";

/**
 * Fetch for calls that carry a key. A redirect would take the key and the prompt to wherever it points:
 * of the headers that hold keys, fetch strips only `authorization` on the way to another host.
 */
export const sameHostFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "manual" });
  if (response.status < 300 || response.status >= 400) return response;
  await response.body?.cancel();
  const from = new URL(input instanceof Request ? input.url : input);
  throw new ModelError(
    `${from.origin} redirects to ${targetOf(response, from)}: keys and prompts go only where they were ` +
      "addressed. Use the right address",
    { status: response.status, retryable: false, costUsd: 0 },
  );
};

/** Without its query, which may hold anything. */
function targetOf({ headers }: Response, from: URL): string {
  const target = headers.get("location") ?? "";
  if (!URL.canParse(target, from.href)) return "nowhere";
  const { origin, pathname } = new URL(target, from);
  return `${origin}${pathname}`;
}

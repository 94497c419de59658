import { ModelError } from "../../errors.ts";

/**
 * Fetch for calls that carry a key. A redirect would send the key and the prompt to another address: of
 * the headers that contain keys, fetch removes only `authorization` when the host changes.
 */
export const sameHostFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "manual" });
  if (response.status < 300 || response.status >= 400) return response;
  await response.body?.cancel();
  const from = new URL(input instanceof Request ? input.url : input);
  throw new ModelError(
    `${from.origin} redirects to ${targetOf(response, from)}, and keys and prompts don't follow ` +
      "redirects. Use the new address",
    { status: response.status, retryable: false, costUsd: 0 },
  );
};

/** Without its query, which may contain anything. */
function targetOf({ headers }: Response, from: URL): string {
  const target = headers.get("location") ?? "";
  if (!URL.canParse(target, from.href)) return "nowhere";
  const { origin, pathname } = new URL(target, from);
  return `${origin}${pathname}`;
}

/** The only other host that the page can still reach. Null until the policy is narrowed. */
let reachable: string | null = null;

export const reachableHost = (): string | null => reachable;

/**
 * Limits the page to its own files and this host until it is reloaded. A second policy can only restrict, so nothing
 * on the page, not even its own code, can undo it.
 */
export function narrowTo(baseUrl: string): void {
  const { origin } = new URL(baseUrl);
  if (reachable === origin) return;
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = `connect-src 'self' ${origin}`;
  document.head.append(policy);
  reachable = origin;
}

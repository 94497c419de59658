/** Names that mean this machine itself. */
export const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Returns true if only this machine can reach a server at this address. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Returns true if a name in an address, such as `localhost` or `[::1]`, means this machine. */
export function isLoopbackName(name: string): boolean {
  return isLoopback(name.toLowerCase().replaceAll(/^\[|\]$/g, ""));
}

/** The name in a Host header, in lower case and without its port; `null` if it isn't valid. */
export function parseHostname(header: string | undefined): string | null {
  if (header === undefined || !URL.canParse(`http://${header}`)) return null;
  const { hostname, username, pathname, search } = new URL(`http://${header}`);
  return username === "" && pathname === "/" && search === "" ? hostname : null;
}

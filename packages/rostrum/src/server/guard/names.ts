import { hostnameOf, isAddress, LOOPBACK_NAMES } from "../address.ts";

/** The host names that this server accepts, so that a page on another name can't reach it through DNS. */
export interface Names {
  isOwn(hostHeader: string | undefined): boolean;
  /** Whether an Origin may call: the server's own page, or an allowed one. */
  isWelcome(origin: string, hostHeader: string | undefined): boolean;
}

export interface NameOptions {
  /** Names in addition to localhost, without a port. */
  hosts: readonly string[];
  /** Origins of other pages that may call, such as `https://tools.example.com`. */
  origins: readonly string[];
  /**
   * Off loopback, numeric addresses are accepted too: a browser that sends one connected to it directly,
   * and DNS rebinding needs a name.
   */
  addresses: boolean;
}

export function namesOf({ hosts, origins, addresses }: NameOptions): Names {
  const names = new Set([...LOOPBACK_NAMES, ...hosts.map((host) => host.toLowerCase())]);
  /** Nearly all requests have the same header. */
  let last: string | undefined;
  const isOwn = (header: string | undefined): boolean => {
    if (header !== undefined && header === last) return true;
    const hostname = hostnameOf(header);
    const own = hostname !== null && (names.has(hostname) || (addresses && isAddress(hostname)));
    if (own) last = header;
    return own;
  };
  return {
    isOwn,
    isWelcome(origin, hostHeader) {
      if (origins.includes(origin)) return true;
      if (!URL.canParse(origin)) return false;
      // The server's own page has exactly the host that it was loaded from, including the port.
      return new URL(origin).host === hostHeader?.toLowerCase() && isOwn(hostHeader);
    },
  };
}

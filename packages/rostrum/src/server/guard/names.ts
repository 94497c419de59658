import { hostnameOf, isAddress, LOOPBACK_NAMES } from "../address.ts";

/** By which names this server may be called, so that a page on another name can't reach it through DNS. */
export interface Names {
  isOwn(hostHeader: string | undefined): boolean;
  /** An Origin that may send: our own page, or one that was let in by name. */
  isWelcome(origin: string, hostHeader: string | undefined): boolean;
}

export interface NameOptions {
  /** Names beside localhost, without a port. */
  hosts: readonly string[];
  /** Origins of other pages that may call, such as `https://tools.example.com`. */
  origins: readonly string[];
  /**
   * Off loopback, an address in figures is ours too: a browser that sends one went there by itself,
   * and no name server can turn it round.
   */
  addresses: boolean;
}

export function namesOf({ hosts, origins, addresses }: NameOptions): Names {
  const names = new Set([...LOOPBACK_NAMES, ...hosts.map((host) => host.toLowerCase())]);
  const isOwn = (header: string | undefined): boolean => {
    const hostname = hostnameOf(header);
    return hostname !== null && (names.has(hostname) || (addresses && isAddress(hostname)));
  };
  return {
    isOwn,
    isWelcome(origin, hostHeader) {
      if (origins.includes(origin)) return true;
      if (!URL.canParse(origin)) return false;
      // Our own page has the very host it was loaded from, port and all.
      return new URL(origin).host === hostHeader?.toLowerCase() && isOwn(hostHeader);
    },
  };
}

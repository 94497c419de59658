import { BlockList, isIP } from "node:net";
import type { Context, MiddlewareHandler } from "hono";
import type { AppEnv, Via } from "../app-env.ts";
import { ConfigError } from "@rostrum/core/support";
import { unmapIpv4 } from "@rostrum/runtime/api";

/** A path such as `/rostrum` or `/tools/rostrum`: plain names only, because it is written into the page. */
const BASE = /^(?:\/[\w~-][\w.~-]*)+$/;

/** A base path in its normal form, with a slash at the start and none at the end; empty for the root. */
export function readBasePath(path: string): string {
  const base = path.replace(/\/+$/, "");
  if (base === "" || BASE.test(base)) return base;
  throw new ConfigError("basePath", `expected a path such as /rostrum, got "${path}"`);
}

/** The rest of a path below the base. Other paths are unchanged, because a proxy may have stripped the base. */
export function removeBase(base: string, path: string): string {
  if (base === "" || !path.startsWith(base)) return path;
  const rest = path.slice(base.length);
  return rest === "" ? "/" : rest.startsWith("/") ? rest : path;
}

/**
 * Finds out what the client asked for. `X-Forwarded-*` counts only if it comes from a trusted proxy: any
 * client can send these headers.
 */
export function findClient(proxies: readonly string[], base: string): MiddlewareHandler<AppEnv> {
  const trusted = proxies.length === 0 ? null : trustedAddresses(proxies);
  return async (c, next) => {
    const address = c.env?.incoming?.socket?.remoteAddress ?? "unknown";
    const host = c.req.header("host") ?? new URL(c.req.url).host;
    const connection = { address, host, base };
    c.set("via", trusted?.(address) ? readForwarded(c, connection, trusted) : connection);
    await next();
  };
}

function readForwarded(
  c: Context<AppEnv>,
  connection: Via,
  trusted: (address: string) => boolean,
): Via {
  const prefix = readPrefix(c.req.header("x-forwarded-prefix"));
  const chain = readList(c.req.header("x-forwarded-for")).map(removePort);
  return {
    // Anything to the left of the first untrusted address may be forged.
    address: chain.findLast((hop) => !trusted(hop)) ?? chain[0] ?? connection.address,
    host: readList(c.req.header("x-forwarded-host")).at(-1) ?? connection.host,
    base: prefix ?? connection.base,
  };
}

function readList(header: string | undefined): string[] {
  return (header ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function readPrefix(header: string | undefined): string | null {
  const prefix = (header ?? "").trim().replace(/\/+$/, "");
  return BASE.test(prefix) ? prefix : null;
}

/** An address without the port and brackets that some proxies add. */
function removePort(address: string): string {
  return address.replace(/^\[(.+)\](?::\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
}

/** Returns a check for trusted addresses. Each proxy is an address or a range such as `10.0.0.0/8`. */
function trustedAddresses(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const [index, proxy] of proxies.entries()) {
    const [address = "", bits] = proxy.split("/");
    const kind = isIP(address) === 6 ? "ipv6" : "ipv4";
    const maxBits = kind === "ipv6" ? 128 : 32;
    const length = bits === undefined ? maxBits : /^\d{1,3}$/.test(bits) ? Number(bits) : NaN;
    if (isIP(address) === 0 || !(length <= maxBits)) {
      const message = `expected an address or a range such as 10.0.0.0/8, got "${proxy}"`;
      throw new ConfigError(`proxies[${index}]`, message);
    }
    list.addSubnet(address, length, kind);
  }
  return (address) => {
    const plain = unmapIpv4(address);
    const kind = isIP(plain);
    return kind !== 0 && list.check(plain, kind === 6 ? "ipv6" : "ipv4");
  };
}

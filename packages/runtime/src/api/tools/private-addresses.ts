import type { BlockList } from "node:net";
import { nodeModule } from "../../node-builtins.ts";

const NEEDED_BY = "tools.fetch";

/**
 * Networks that are not the public internet: those that IANA's registries of special-purpose addresses don't call
 * globally reachable, those that wrap an IPv4 address, and multicast.
 */
const RANGES: readonly [string, number, "ipv4" | "ipv6"][] = [
  ["0.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.0.0.0", 24, "ipv4"],
  ["192.0.2.0", 24, "ipv4"],
  ["192.88.99.0", 24, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["198.18.0.0", 15, "ipv4"],
  ["198.51.100.0", 24, "ipv4"],
  ["203.0.113.0", 24, "ipv4"],
  ["224.0.0.0", 4, "ipv4"],
  ["240.0.0.0", 4, "ipv4"],
  ["::", 96, "ipv6"],
  ["::ffff:0:0:0", 96, "ipv6"],
  ["64:ff9b::", 96, "ipv6"],
  ["64:ff9b:1::", 48, "ipv6"],
  ["100::", 64, "ipv6"],
  ["100:0:0:1::", 64, "ipv6"],
  ["2001::", 23, "ipv6"],
  ["2001:db8::", 32, "ipv6"],
  ["2002::", 16, "ipv6"],
  ["3fff::", 20, "ipv6"],
  ["5f00::", 16, "ipv6"],
  ["fc00::", 7, "ipv6"],
  ["fe80::", 10, "ipv6"],
  ["fec0::", 10, "ipv6"],
  ["ff00::", 8, "ipv6"],
];

const MAPPED = /^\[::ffff:(?<high>[0-9a-f]{1,4}):(?<low>[0-9a-f]{1,4})\]$/;

/** Converts an IPv4-mapped IPv6 address to IPv4; others are returned unchanged. */
export function unmapIpv4(address: string): string {
  if (!address.includes(":") || !URL.canParse(`http://[${address}]`)) return address;
  const { high, low } = MAPPED.exec(new URL(`http://[${address}]`).hostname)?.groups ?? {};
  if (high === undefined || low === undefined) return address;
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join(".");
}

/** One list per family: in a common one, ranges of one would match addresses of the other. */
const blockLists: { ipv4?: BlockList; ipv6?: BlockList } = {};

/** True for addresses of private networks, which pages from outside must not lead to. */
export function isPrivateAddress(address: string): boolean {
  const { isIP } = nodeModule("node:net", NEEDED_BY);
  const plain = unmapIpv4(address);
  const version = isIP(plain);
  if (version === 0) return true;
  const kind = version === 4 ? "ipv4" : "ipv6";
  return (blockLists[kind] ??= createBlockList(kind)).check(plain, kind);
}

function createBlockList(kind: "ipv4" | "ipv6"): BlockList {
  const { BlockList } = nodeModule("node:net", NEEDED_BY);
  const list = new BlockList();
  for (const [network, bits, family] of RANGES)
    if (family === kind) list.addSubnet(network, bits, family);
  return list;
}

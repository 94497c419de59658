import type { DebateCall } from "../../api/calls.ts";

/** What calls are for, in the words of the page. Others are shown as the server names them. */
const ROLES: Readonly<Record<string, string>> = {
  judge: "Judge",
  comparer: "Comparer",
  crux: "Point in dispute",
  claims: "Claims",
  memo: "Memo",
  audit: "Audit",
  router: "First model",
  tool: "Tool",
};

/** Whose call it is, and in which round, counted from 1. */
export function describeRole({ role, member, round }: DebateCall): { name: string; note: string } {
  const place = round === undefined || round === null ? "" : `round ${round + 1}`;
  const words = Object.hasOwn(ROLES, role) ? ROLES[role] : undefined;
  if (role === "debater" && member !== null) return { name: member, note: place };
  if (role === "ballot" && member !== null) return { name: member, note: "ballot" };
  if (role === "tool" && member !== null) return { name: member, note: "tool" };
  return { name: words ?? role, note: place };
}

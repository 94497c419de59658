import type { DebateCall } from "../../api/calls.ts";

/** Names for the roles of calls. Other roles keep the server's name. */
const ROLES: Readonly<Record<string, string>> = {
  judge: "Judge",
  comparer: "Compare answers",
  crux: "Point in dispute",
  claims: "List claims",
  memo: "Write memo",
  audit: "Audit",
  router: "First model",
  tool: "Tool",
};

/** Names the member or the purpose of a call, and its round, counted from 1. */
export function describeRole({ role, member, round }: DebateCall): { name: string; note: string } {
  const roundText = round === undefined || round === null ? "" : `round ${round + 1}`;
  const roleName = Object.hasOwn(ROLES, role) ? ROLES[role] : undefined;
  if (role === "debater" && member !== null) return { name: member, note: roundText };
  if (role === "ballot" && member !== null) return { name: member, note: "ballot" };
  if (role === "tool" && member !== null) return { name: member, note: "tool" };
  return { name: roleName ?? role, note: roundText };
}

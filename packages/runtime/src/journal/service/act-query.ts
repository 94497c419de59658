import { checkPage } from "../query.ts";
import type { ActOutcome, ActQuery } from "./audit-store.ts";

export interface CheckedActQuery {
  user: string | null;
  act: string | null;
  debate: string | null;
  outcome: ActOutcome | null;
  from: number;
  to: number;
  limit: number;
  /** Only actions with a lower number; numbers increase. */
  cursor: number;
}

export function checkActQuery(query: ActQuery): CheckedActQuery {
  const { user, act, debate, outcome, from = 0, to = Number.MAX_SAFE_INTEGER } = query;
  return {
    ...checkPage(query.limit ?? 100, query.before, Number.MAX_SAFE_INTEGER),
    user: user ?? null,
    act: act ?? null,
    debate: debate ?? null,
    outcome: outcome ?? null,
    from,
    to,
  };
}

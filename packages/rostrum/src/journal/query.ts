import { ConfigError } from "../errors.ts";
import type { RunQuery, RunState } from "../protocol/journal.ts";

/** A checked query. */
export interface Wanted {
  /** In lower case; empty for all. */
  search: string;
  status: RunState | null;
  /** `null`: of anybody. */
  user: string | null;
  /** Only their runs or their team's; `null`: everybody's. */
  owner: string | null;
  team: string | null;
  limit: number;
  /** Only runs numbered below this; numbers rise as runs are created. */
  before: number;
}

const STATES: readonly RunState[] = ["running", "waiting", "completed", "failed"];
const MOST = 1000;

export function wantedOf({
  search = "",
  status,
  user,
  visibleTo,
  limit = 50,
  before,
}: RunQuery): Wanted {
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST) {
    throw new ConfigError(
      "limit",
      `expected a whole number from 1 to ${MOST}, got ${String(limit)}`,
    );
  }
  if (status !== undefined && !STATES.includes(status)) {
    throw new ConfigError("status", `expected ${STATES.join(", ")}, got ${status}`);
  }
  if (before !== undefined && !/^\d{1,15}$/.test(before)) {
    throw new ConfigError("before", `expected \`next\` of an earlier page, got ${before}`);
  }
  return {
    search: search.toLowerCase(),
    status: status ?? null,
    user: user ?? null,
    owner: visibleTo?.user ?? null,
    team: visibleTo?.team ?? null,
    limit,
    before: before === undefined ? Number.MAX_SAFE_INTEGER : Number(before),
  };
}

/** Whether any of the texts contains the search text. */
export function mentions(search: string, ...texts: readonly (string | null)[]): boolean {
  return (
    search === "" || texts.some((text) => text !== null && text.toLowerCase().includes(search))
  );
}

/** Whether a run of that user and team is wanted. */
export function isWanted(
  { user, owner, team }: Pick<Wanted, "user" | "owner" | "team">,
  run: { user?: string; team?: string },
): boolean {
  if (user !== null && run.user !== user) return false;
  return owner === null || run.user === owner || (team !== null && run.team === team);
}

/** A moment as milliseconds since 1970. */
export function momentOf(value: Date | number, field: string): number {
  const ms = typeof value === "number" ? value : value.getTime();
  if (Number.isFinite(ms)) return ms;
  throw new ConfigError(field, `expected a date or milliseconds since 1970, got ${String(value)}`);
}

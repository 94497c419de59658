import type { ModelUsage, RemovedRun, StoredEvent } from "@rostrum/core/protocol";
import { sumByModel } from "@rostrum/core/record";
import { omitUndefined } from "@rostrum/core/support";
import { askSql, type SqlScript } from "./script.ts";
import type { RunStatements } from "./statements.ts";

/** Removes a run, and keeps what it cost. `false`: there was none. */
export function* removeRun(sql: RunStatements, n: number): SqlScript<boolean> {
  const models = sumBodies(yield* askSql<{ body: string }>(sql.eventBodies, [n]));
  if (models.length > 0) yield [sql.addRemovedRun, [n, JSON.stringify(models)]];
  return (yield [sql.removeRun, [n]]).length > 0;
}

/** A damaged run can be removed too. */
function sumBodies(rows: readonly { body: string }[]): ModelUsage[] {
  try {
    return sumByModel(rows.map(({ body }) => JSON.parse(body) as StoredEvent));
  } catch {
    return [];
  }
}

interface RemovedRow {
  created_at: number;
  user_id: string | null;
  team_id: string | null;
  project_id: string | null;
  panel_name: string | null;
  models: string;
}

export function* listRemovedRuns(
  sql: RunStatements,
  { from, to, user }: { from: number; to: number; user?: string | undefined },
): SqlScript<RemovedRun[]> {
  const rows = yield* askSql<RemovedRow>(sql.removedRuns, [from, to, user ?? null]);
  return rows.map((row) => {
    const { user_id, team_id, project_id, panel_name } = row;
    return {
      createdAt: row.created_at,
      models: JSON.parse(row.models) as ModelUsage[],
      ...omitUndefined({
        user: user_id ?? undefined,
        team: team_id ?? undefined,
        project: project_id ?? undefined,
        panelName: panel_name ?? undefined,
      }),
    };
  });
}

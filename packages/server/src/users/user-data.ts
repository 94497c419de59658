import type { RunStore, ServiceStore } from "@rostrum/runtime/journal";

/** Returns true if the user has a debate, had one, or has done anything that is in the audit log. */
export async function hasUserData(
  user: string,
  journal: Pick<RunStore, "list" | "removedRuns">,
  service: Pick<ServiceStore, "listActs">,
): Promise<boolean> {
  const [{ runs }, { acts }, removed] = await Promise.all([
    journal.list({ user, limit: 1 }),
    service.listActs({ user, limit: 1 }),
    journal.removedRuns?.({ from: 0, to: Number.MAX_SAFE_INTEGER, user }),
  ]);
  return runs.length > 0 || acts.length > 0 || (removed ?? []).length > 0;
}

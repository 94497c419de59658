import type { StoredRun } from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { omitUndefined } from "@rostrum/core/support";
import type { LearnedPanels } from "../panels/learned-panels.ts";
import type { Users } from "../users/users.ts";
import { isBusy } from "./debate-acts.ts";
import { type Order, readResumable, type Resumable } from "./debate-order.ts";
import type { LiveDebate } from "./live-debate.ts";
import type { StartInput, RunningDebates } from "./running-debates.ts";

export interface ResumeOptions {
  journal: RunStore;
  users: Users;
  running: Pick<RunningDebates, "byId">;
  learned: Pick<LearnedPanels, "find">;
}

/**
 * Resumes a run here. `null` if it is over or another program's. Rejects if another process owns it for longer than
 * `patienceMs`.
 */
export type ResumeStored = (
  run: StoredRun | undefined,
  how: Pick<StartInput, "endReason" | "patienceMs"> & {
    /** Resumes it even if it was ended because its client had left. */
    hasReturned?: boolean | undefined;
  },
) => Promise<LiveDebate | null>;

export function createResumeStored(
  { users, running, learned }: ResumeOptions,
  begin: (beginning: StartInput) => LiveDebate,
): ResumeStored {
  return async (run, { patienceMs, endReason, hasReturned }) => {
    const resumable = run && readResumable(run, users, hasReturned);
    const runningDebate = run && running.byId.get(run.id);
    if (runningDebate || !resumable) return runningDebate ?? null;
    const { before, digest } = resumable;
    const order = await restoreLearned(resumable, learned);
    const startedDebate = running.byId.get(run.id);
    if (startedDebate) return startedDebate;
    const live = begin({
      ...{ order, id: run.id, digest, before },
      ...omitUndefined({ patienceMs, endReason }),
    });
    await live.begun.catch((error: unknown) => {
      if (isBusy(error)) throw error;
    });
    return live;
  };
}

/** Restores the calibration that the panel had when the debate began. */
async function restoreLearned(
  { order, learned: version }: Resumable,
  panels: ResumeOptions["learned"],
): Promise<Order> {
  const { panel } = order.request;
  if (version === undefined || panel === undefined) return order;
  const learned = await panels.find(panel, version);
  if (learned) return { ...order, learned };
  throw new Error(`version ${version} of its panel's calibration no longer exists`);
}

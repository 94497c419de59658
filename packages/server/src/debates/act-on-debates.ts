import { setTimeout as after } from "node:timers/promises";
import type { RunStore } from "@rostrum/runtime/journal";
import { HttpError } from "../http-error.ts";
import { isWaitFor } from "../restate/carry-out-acts.ts";
import { noSuchDebate } from "./access-gate.ts";
import { notWaiting, OWNER_TIMEOUT_MS, recordOutcomeOver, reviewOver } from "./debate-acts.ts";
import type { DebateRunner, RunnerOptions } from "./debate-runner.ts";
import type { LiveDebate } from "./live-debate.ts";
import type { DebateService } from "./service-types.ts";

type ActOnDebates = Pick<DebateService, "cancel" | "review" | "outcome" | "converse" | "remove">;

/** Actions of people on debates, whether these run or are over. */
export function createActOnDebates(
  { journal: store, shared, running }: RunnerOptions,
  runner: DebateRunner,
  record: DebateService["record"],
): ActOnDebates {
  return {
    async cancel(id) {
      // Somebody ends it on purpose, so the same request doesn't continue it.
      await shared.forgetRepeat(id).catch(() => undefined);
      return runner.cancel(id);
    },
    async review(id, newReview) {
      const { status, result } = await record(id);
      if (status === "completed") return reviewOver(store, id, result.review, newReview);
      const act = { act: "review" as const, said: newReview };
      if (status !== "waiting") throw notWaiting(act);
      await runner.act(id, act);
    },
    async outcome(id, outcome) {
      const { status } = await record(id);
      if (status !== "completed")
        throw new HttpError(409, "not_over", "the debate has no answer yet");
      await recordOutcomeOver(store, id, outcome);
    },
    async converse(id, act) {
      const { status, waits } = await record(id);
      if (status === "completed" || status === "failed") {
        throw new HttpError(409, "not_running", "the debate is already over");
      }
      if (act.act !== "say" && !waits.some((wait) => isWaitFor(wait, act))) throw notWaiting(act);
      await runner.act(id, act);
    },
    async remove(id) {
      await waitUntilRead(store, running.byId.get(id));
      if (running.byId.has(id))
        throw new HttpError(409, "running", "the debate is running: cancel it first");
      if (!(await store.remove(id))) throw noSuchDebate(id);
    },
  };
}

/** The end of a debate reaches the journal before this process, above all if a cluster runs it. */
async function waitUntilRead(store: RunStore, live: LiveDebate | undefined): Promise<void> {
  if (!live || (await store.read(live.id))?.status === "running") return;
  const over = live.result.then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([over, after(OWNER_TIMEOUT_MS, undefined, { ref: false })]);
}

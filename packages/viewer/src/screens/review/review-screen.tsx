import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { counted, type RunSummary } from "rostrum/page";
import { useRights } from "../../account/rights.ts";
import { listRuns } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/notice-list.tsx";
import { ReviewItem } from "./review-item.tsx";
import { needsReviewer } from "../../review/needs-reviewer.ts";
import { usePending } from "../../review/use-pending.ts";
import "../../style/screens.css";

const AT_ONCE = 50;
const REFRESH_MS = 15_000;

/** Debates that a person should decide, oldest first. */
export function ReviewScreen({ changed }: { changed(): void }): VNode {
  const loaded = useLoaded(
    (signal) => listRuns({ only: "to_review", oldestFirst: true, limit: AT_ONCE }, signal),
    "to review",
  );
  const rights = useRights();
  const settled = usePending().filter(({ state }) => state === "sent").length;
  useEffect(() => {
    if (settled > 0) changed();
  }, [settled]);
  useEffect(() => {
    const timer = setInterval(loaded.again, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);

  const runs = useQueue(loaded.value?.runs);
  const waiting = runs.filter(({ status }) => status === "waiting");
  const escalated = runs.filter(({ status }) => status !== "waiting");
  const findItem = (run: RunSummary): VNode => (
    <ReviewItem key={run.id} run={run} mayDecide={rights?.may("review", run.user) ?? false} />
  );
  return (
    <div class="inbox">
      <h1>Review</h1>
      {loaded.error && <Problem again={loaded.again}>{loaded.error}</Problem>}
      {loaded.value === null && !loaded.error && <Loading />}
      {loaded.value !== null && <p class="dim">{formatLine(waiting.length, escalated.length)}</p>}
      {rights?.may("review") === false && runs.length > 0 && (
        <p class="notice">{needsReviewer("these debates", "them")}</p>
      )}
      {waiting.map(findItem)}
      {escalated.length > 0 && (
        <>
          <h2 class="inbox-part">Answered, but escalated</h2>
          {escalated.map(findItem)}
        </>
      )}
    </div>
  );
}

/**
 * Runs keep their places while the reader is here, even if they are settled. New ones come last.
 */
function useQueue(latest: readonly RunSummary[] | undefined): RunSummary[] {
  const seen = useRef(new Map<string, RunSummary>());
  for (const run of latest ?? []) if (!seen.current.has(run.id)) seen.current.set(run.id, run);
  return [...seen.current.values()];
}

function formatLine(waiting: number, escalated: number): string {
  if (waiting + escalated === 0)
    return "Nothing to decide. A debate comes here when its panel can't agree: with onEscalate: wait it pauses for you, otherwise it only asks for a review.";
  const first =
    waiting === 0
      ? "No debate is waiting."
      : waiting === 1
        ? "One debate waits for a decision."
        : `${counted(waiting, "debate")} wait for a decision, oldest first.`;
  return escalated === 0 ? first : `${first} ${escalated} more ended without agreement.`;
}

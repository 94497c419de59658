import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import {
  formatCount,
  formatMoment,
  listNotices,
  type RunSummary,
  escapeInvisible,
} from "rostrum/page";
import { useRights } from "../../account/rights.ts";
import { getRecord, listRuns } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { formatTitle } from "../../markdown/strip-markdown.ts";
import { Loading } from "../../parts/loading.tsx";
import { NoticeList, Problem } from "../../parts/notice-list.tsx";
import { needsReviewer } from "../../review/needs-reviewer.ts";
import { ReviewControl } from "../../review/review-control.tsx";
import { usePending } from "../../review/use-pending.ts";
import { debateHref } from "../../route/route.ts";
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
        : `${formatCount(waiting, "debate")} wait for a decision, oldest first.`;
  return escalated === 0 ? first : `${first} ${escalated} more ended without agreement.`;
}

interface ReviewItemProps {
  run: RunSummary;
  /** Whether this user may decide. */
  mayDecide: boolean;
}

/** One debate to be decided. It keeps its height, so that nothing moves under the pointer. */
function ReviewItem({ run, mayDecide }: ReviewItemProps): VNode {
  const { value: record, error, again } = useLoaded(() => getRecord(run.id), run.id);
  const card = useRef<HTMLElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  const facts = [run.panelName ?? formatCount(run.panel.length, "debater"), run.user ?? ""];
  const waitsForOther =
    record !== null &&
    record.waits.length > 0 &&
    record.waits.every((wait) => wait.for !== "review");
  return (
    <article
      class="inbox-item"
      ref={card}
      style={height === null ? undefined : { minBlockSize: `${height}px` }}
    >
      <header>
        <h2 class="said">
          <a href={debateHref(run.id)}>{formatTitle(run.question, 200)}</a>
        </h2>
        <p class="dim small">
          {[
            ...facts.filter((fact) => fact !== "").map(escapeInvisible),
            `since ${formatMoment(run.createdAt)}`,
          ].join(" · ")}
        </p>
        {record && <NoticeList notices={listNotices(record)} />}
      </header>
      {error && <Problem again={again}>{error}</Problem>}
      {waitsForOther && mayDecide && (
        <p>
          <a href={debateHref(run.id)}>It waits for a person to speak or to continue it.</a>
        </p>
      )}
      {record && !waitsForOther && mayDecide && (
        <ReviewControl
          record={record}
          reload={again}
          chosen={() => setHeight(card.current?.offsetHeight ?? null)}
        />
      )}
    </article>
  );
}

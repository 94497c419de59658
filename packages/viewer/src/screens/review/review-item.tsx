import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { counted, moment, noticesOf, type RunSummary, visible } from "rostrum/page";
import { getRecord } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { NoticeList, Problem } from "../../parts/notice-list.tsx";
import { ReviewControl } from "../../review/review-control.tsx";
import { debateHref } from "../../route/route.ts";
import { formatTitle } from "../../markdown/format-title.ts";

interface ReviewItemProps {
  run: RunSummary;
  /** Whether this user may decide. */
  mayDecide: boolean;
}

/** One debate to be decided. It keeps its height, so that nothing moves under the pointer. */
export function ReviewItem({ run, mayDecide }: ReviewItemProps): VNode {
  const { value: record, error, again } = useLoaded(() => getRecord(run.id), run.id);
  const card = useRef<HTMLElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  const facts = [run.panelName ?? counted(run.panel.length, "debater"), run.user ?? ""];
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
            ...facts.filter((fact) => fact !== "").map(visible),
            `since ${moment(run.createdAt)}`,
          ].join(" · ")}
        </p>
        {record && <NoticeList notices={noticesOf(record)} />}
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

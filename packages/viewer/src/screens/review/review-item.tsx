import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { RunSummary } from "../../../../rostrum/src/protocol/journal.ts";
import { counted, moment } from "../../../../rostrum/src/export/phrases.ts";
import { noticesOf } from "../../../../rostrum/src/export/notices.ts";
import type { DebateRecord } from "../../../../rostrum/src/record/index.ts";
import { visible } from "../../../../rostrum/src/visible.ts";
import { getRecord } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { NoticeList, Problem } from "../../parts/notice-list.tsx";
import { debateHref } from "../../route/route.ts";
import { DecisionForm } from "./decision-form.tsx";
import type { Decision } from "./pending.ts";
import { reviews } from "./use-pending.ts";
import { titleWords } from "../../said/title-words.ts";

interface ReviewItemProps {
  run: RunSummary;
  decision: Decision | null;
  /** Whether this user may decide. */
  mayDecide: boolean;
}

/** One debate to be decided. It keeps its height, so that nothing moves under the pointer. */
export function ReviewItem({ run, decision, mayDecide }: ReviewItemProps): VNode {
  const { value: record, error, again } = useLoaded(() => getRecord(run.id), run.id);
  const card = useRef<HTMLElement>(null);
  const [height, setHeight] = useState<number | null>(null);
  const facts = [run.panelName ?? counted(run.panel.length, "debater"), run.user ?? ""];
  return (
    <article
      class="inbox-item"
      ref={card}
      style={height === null ? undefined : { minBlockSize: `${height}px` }}
    >
      <header>
        <h2 class="said">
          <a href={debateHref(run.id)}>{titleWords(run.question, 200)}</a>
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
      {decision ? (
        <DecisionState decision={decision} over={run.status === "completed"} />
      ) : (
        record &&
        mayDecide && (
          <NextStep
            run={run}
            record={record}
            chosen={() => setHeight(card.current?.offsetHeight ?? null)}
          />
        )
      )}
    </article>
  );
}

interface NextStepProps {
  run: RunSummary;
  record: DebateRecord;
  /** Called before the form is removed. */
  chosen(): void;
}

function NextStep({ run: { id }, record, chosen }: NextStepProps): VNode {
  const { result, status, waits } = record;
  const over = status === "completed" && result.escalateToHuman && result.review === undefined;
  if (over || waits.some((wait) => wait.for === "review")) {
    return (
      <DecisionForm
        result={result}
        decide={(review, words) => {
          chosen();
          reviews.decide(id, review, words);
        }}
      />
    );
  }
  if (waits.length === 0) return <p>It has been decided in the meantime.</p>;
  return (
    <p>
      <a href={debateHref(id)}>It waits for a person to speak or to continue it.</a>
    </p>
  );
}

/** The decision, and how long it can be undone. */
function DecisionState({
  decision: { id, state, words, due, error },
  over,
}: {
  decision: Decision;
  /** The debate had ended before. */
  over: boolean;
}): VNode {
  if (state === "failed") {
    return (
      <div class="decided">
        <Problem>{`Your decision was not accepted: ${error ?? ""}`}</Problem>
        <button type="button" onClick={() => reviews.undo(id)}>
          Decide again
        </button>
      </div>
    );
  }
  if (state !== "held") {
    return (
      <p class="decided decided-sent" role="status">
        {state === "sent" ? "Decided: " : "Sending: "}
        <span class="said">{visible(words)}</span>.{" "}
        {over ? "It stands next to the panel's answer." : "The debate completes with it."}
      </p>
    );
  }
  return (
    <div class="decided" role="status">
      <p>
        You decided: <span class="said">{visible(words)}</span>
      </p>
      <p class="row">
        <button type="button" onClick={() => reviews.undo(id)}>
          Undo
        </button>
        <Countdown due={due} />
      </p>
      <p class="dim small">
        Nothing is sent until then. If you close the page, it is sent immediately.
      </p>
    </div>
  );
}

function Countdown({ due }: { due: number }): VNode {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  // The time is not announced again every second.
  return (
    <span class="dim small" aria-hidden="true">
      sent in {Math.max(0, Math.ceil((due - now) / 1000))} s
    </span>
  );
}

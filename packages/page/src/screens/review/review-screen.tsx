import type { VNode } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { formatCount, formatDateTime } from "@rostrum/core/export";
import type { RunSummary } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";
import { isMyTurn, useRights } from "../../rights/rights.ts";
import { type Assignment, getRecord, listRuns } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import {
  countAgreeing,
  describeOverruled,
  describeWaiting,
  titleRun,
} from "../../record/describe-run.ts";
import { countWord } from "../../record/count-word.ts";
import { joinVisibleNames } from "../../record/join-visible-names.ts";
import { Alerts } from "../../views/head/alerts.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
import { AssignmentBox } from "../../review/assignment-box.tsx";
import { describeDue, isOverdue } from "../../review/due-date.ts";
import { needsReviewer } from "../../review/needs-reviewer.ts";
import { ReviewControl } from "../../review/review-control.tsx";
import { usePending } from "../../review/use-pending.ts";
import { debateHref, formatRoute } from "../../route/route.ts";
import "../../style/screens.css";
import "../../style/lists.css";

const AT_ONCE = 50;
const REFRESH_MS = 15_000;

interface ReviewScreenProps {
  /** Only debates that are assigned to this user. */
  mine: boolean;
  onChange(): void;
}

/** Debates that need a person's decision, oldest first. */
export function ReviewScreen({ mine, onChange }: ReviewScreenProps): VNode {
  const rights = useRights();
  const me = rights?.me?.user ?? null;
  const assignee = mine && me !== null ? { assignee: me } : {};
  const loaded = useLoaded(
    (signal) =>
      listRuns({ only: "to_review", oldestFirst: true, limit: AT_ONCE, ...assignee }, signal),
    `to review ${JSON.stringify(assignee)}`,
  );
  const pending = usePending();
  const sentCount = pending.filter(({ state }) => state === "sent").length;
  useEffect(() => {
    if (sentCount > 0) onChange();
  }, [sentCount]);
  useEffect(() => {
    const timer = setInterval(loaded.reload, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);

  const runs = useQueue(loaded.value?.runs);
  const isTurn = ({ waitsFor }: RunSummary): boolean =>
    waitsFor !== undefined && isMyTurn(waitsFor, rights);
  const turns = runs.filter(isTurn);
  const waiting = runs.filter((run) => run.status === "waiting" && !isTurn(run));
  const escalated = runs.filter(({ status }) => status !== "waiting");
  const mayDecide = (run: RunSummary): boolean =>
    run.waitsFor === undefined && (rights?.may("review", run.user) ?? false);
  const [chosen, setChosen] = useState<string | null>(null);
  // The first debate is open until the reader opens another.
  const open = chosen ?? [...waiting, ...escalated].find(mayDecide)?.id ?? null;
  const decided = new Set(pending.map(({ id }) => id));
  // Undoing a decision opens its form again.
  const before = useRef(decided);
  useEffect(() => {
    const undone = [...before.current].find((id) => !decided.has(id));
    if (undone !== undefined) setChosen(undone);
    before.current = decided;
  }, [pending]);
  function openNext(after: string): void {
    const order = [...waiting, ...escalated];
    const rest = order.slice(order.findIndex(({ id }) => id === after) + 1);
    setChosen(rest.find((run) => mayDecide(run) && !decided.has(run.id))?.id ?? "");
  }
  const renderItem = (run: RunSummary): VNode => (
    <ReviewItem
      key={run.id}
      run={run}
      mayDecide={mayDecide(run)}
      open={run.id === open}
      isDecided={decided.has(run.id)}
      toggle={() => setChosen(run.id === open ? "" : run.id)}
      onChosen={() => openNext(run.id)}
    />
  );
  return (
    <div class="inbox">
      <h1>To decide</h1>
      {me !== null && (
        <nav class="tabs" aria-label="Whose reviews">
          {[false, true].map((each) => (
            <a
              href={formatRoute({ screen: "review", mine: each })}
              aria-current={each === mine ? "page" : undefined}
            >
              {each ? "Assigned to me" : "All"}
            </a>
          ))}
        </nav>
      )}
      {loaded.error && <Problem retry={loaded.reload}>{loaded.error}</Problem>}
      {loaded.value === null && !loaded.error && <Loading />}
      {turns.map(renderItem)}
      {loaded.value !== null &&
        (runs.length > turns.length
          ? waiting.length > 0 && <PartTitle title="Waiting for a person" count={waiting.length} />
          : turns.length === 0 && <NothingToDecide mine={mine} />)}
      {rights?.may("review") === false && runs.some(({ waitsFor }) => !waitsFor) && (
        <p class="notice">{needsReviewer("these debates", "them")}</p>
      )}
      {waiting.map(renderItem)}
      {escalated.length > 0 && (
        <>
          <PartTitle title="Answered without agreement" count={escalated.length} />
          {escalated.map(renderItem)}
        </>
      )}
    </div>
  );
}

/** Keeps runs in their places while the reader is here, even after a decision. New ones come last. */
function useQueue(latest: readonly RunSummary[] | undefined): RunSummary[] {
  const queuedRuns = useRef(new Map<string, RunSummary>());
  for (const run of latest ?? []) queuedRuns.current.set(run.id, run);
  return [...queuedRuns.current.values()];
}

function NothingToDecide({ mine }: { mine: boolean }): VNode {
  return (
    <div class="card blank">
      <h2>{mine ? "Nothing is assigned to you" : "Nothing to decide"}</h2>
      <p>
        Debates appear here when their panel can't agree. Some panels wait for a person; others
        answer and ask for a review.
      </p>
    </div>
  );
}

function PartTitle({ title, count }: { title: string; count: number }): VNode {
  return (
    <h2 class="inbox-part">
      {title} <small>{count === 1 ? "1" : `${count}, oldest first`}</small>
    </h2>
  );
}

interface ReviewItemProps {
  run: RunSummary;
  mayDecide: boolean;
  open: boolean;
  /** True if this user has decided, so that the result stays visible. */
  isDecided: boolean;
  toggle(): void;
  /** Called after the user has decided. */
  onChosen(): void;
}

/** One debate to decide: a line, and below it the form while it is open. */
function ReviewItem(props: ReviewItemProps): VNode {
  const { run, mayDecide, open, isDecided, toggle } = props;
  const id = useId();
  const rights = useRights();
  const opened = useRef(false);
  opened.current ||= open || isDecided;
  const title = titleRun(run, 200);
  const isTurn = run.waitsFor !== undefined && isMyTurn(run.waitsFor, rights);
  const facts = [
    escapeInvisible(run.panelName ?? formatCount(run.panel.length, "member")),
    escapeInvisible(run.user ?? ""),
    run.waitsFor && !isTurn
      ? describeWaiting(run).replace("Waiting", "waiting")
      : describeAgreeing(run),
    `since ${formatDateTime(run.createdAt)}`,
  ];
  return (
    <article class={open ? "inbox-item open" : "inbox-item"}>
      <header>
        <h2>
          {mayDecide ? (
            <button type="button" aria-expanded={open} aria-controls={id} onClick={toggle}>
              <Icon name="next" />
              <span class="said">{title}</span>
            </button>
          ) : (
            <a class="said" href={debateHref(run.id)}>
              {title}
            </a>
          )}
        </h2>
        <p class="dim small">
          {facts.filter((fact) => fact !== "").join(" · ")}
          {run.assignment && <AssignedTo assignment={run.assignment} />}
        </p>
        {isTurn && (
          <a class="button primary" href={debateHref(run.id)}>
            {rights?.me ? "Your turn: answer" : `Answer as ${joinVisibleNames(run.waitsFor ?? [])}`}
          </a>
        )}
        {mayDecide && (
          <a class="small" href={debateHref(run.id)}>
            Read the debate
          </a>
        )}
      </header>
      <div id={id} hidden={!open && !isDecided}>
        {/* Stays mounted while another debate is open, so that its input is kept. */}
        {mayDecide && opened.current && <ReviewBody {...props} />}
      </div>
    </article>
  );
}

/** "2 of 3 agree", or how the answer came about. */
function describeAgreeing(run: RunSummary): string {
  const { tied } = run;
  const count = countAgreeing(run);
  if (count === null) return "";
  const { agreeing, members } = count;
  if (tied !== undefined)
    return agreeing === 1
      ? `${countWord(members)} members, ${countWord(tied)} answers`
      : `tied, ${countWord(agreeing)} for each answer`;
  const overruled = describeOverruled(run);
  if (overruled !== "") return overruled;
  return agreeing > 1 ? `${agreeing} of ${members} agree` : "";
}

function AssignedTo({ assignment: { assignee, due } }: { assignment: Assignment }): VNode {
  const currentTime = Date.now();
  return (
    <>
      {" · for "}
      <strong class="said">{escapeInvisible(assignee)}</strong>
      {due !== null && (
        <span
          class={isOverdue(due, currentTime) ? "overdue" : ""}
        >{`, ${describeDue(due, currentTime)}`}</span>
      )}
    </>
  );
}

function ReviewBody({ run, isDecided, onChosen }: ReviewItemProps): VNode {
  const { value: record, error, reload } = useLoaded(() => getRecord(run.id), run.id);
  const isPaused = record?.waits.some((wait) => wait.for === "proceed") ?? false;
  return (
    <>
      {!isDecided && <AssignmentBox id={run.id} owner={run.user} />}
      {record && !isDecided && <Alerts record={record} />}
      {error && <Problem retry={reload}>{error}</Problem>}
      {isPaused && (
        <p>
          <a href={debateHref(run.id)}>This debate waits to be continued.</a>
        </p>
      )}
      {record && !isPaused && <ReviewControl record={record} reload={reload} onChosen={onChosen} />}
    </>
  );
}

import type { VNode } from "preact";
import { findAnswerLabel, type DebateRecord } from "@rostrum/core/record";
import { formatAnswer, formatDateTime } from "@rostrum/core/export";
import { getRecord, listRuns } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { describeRunAnswer } from "../../record/describe-run-answer.ts";
import { debateHref } from "../../route/route.ts";
import { formatTitle } from "../../text/strip-markdown.ts";
import "../../style/thread.css";

const MAX_RUNS = 24;

interface ThreadRun {
  id: string;
  question: string;
  /** Null if there is no answer yet. */
  answer: string | null;
  at: number | null;
}

/** Debates that follow up on one another, oldest first, including this one. */
export function Thread({ record }: { record: DebateRecord }): VNode | null {
  const { id } = record.result;
  const { value: runs } = useLoaded(() => loadThread(record), id);
  if (!runs || runs.length < 2) return null;
  const parent = runs.find((run) => run.id === record.started?.parent);
  const list = (
    <ol class="card rows">
      {runs.map((run) => (
        <li key={run.id} class={run.id === id ? "current" : ""}>
          <a href={debateHref(run.id)} aria-current={run.id === id ? "true" : undefined}>
            {titleThreadRun(run)}
          </a>
          <p class="thread-answer said">
            {run.answer === null ? "No answer yet" : describeRunAnswer(run.answer, 160)}
          </p>
          <span class="dim small">
            {run.id === id ? "this page" : run.at === null ? "" : formatDateTime(run.at)}
          </span>
        </li>
      ))}
    </ol>
  );
  if (parent)
    return (
      <nav class="thread" aria-label="Thread">
        <details>
          <summary>
            Follow-up to: <span class="said">{titleThreadRun(parent)}</span>
          </summary>
          {list}
        </details>
      </nav>
    );
  return (
    <nav class="part thread" aria-labelledby="thread-title">
      <h2 id="thread-title">
        Thread <small>{runs.length} questions</small>
      </h2>
      {list}
    </nav>
  );
}

function titleThreadRun({ question }: ThreadRun): string {
  return question === "" ? "An earlier question" : formatTitle(question, 140);
}

/** Loads the first debate of the thread and all that follow up on it. */
async function loadThread(record: DebateRecord): Promise<ThreadRun[]> {
  const runs = [describeRecord(record)];
  let root = record.result.id;
  for (let parent = record.started?.parent; parent !== undefined && runs.length < MAX_RUNS;) {
    const id: string = parent;
    const earlier: DebateRecord | null = await getRecord(id).catch(() => null);
    runs.unshift(earlier ? describeRecord(earlier) : { id, question: "", answer: null, at: null });
    root = id;
    parent = earlier?.started?.parent;
  }
  const runsById = new Map(runs.map((run) => [run.id, run]));
  const idsToLoad = [root];
  for (
    let id = idsToLoad.shift();
    id !== undefined && runsById.size < MAX_RUNS;
    id = idsToLoad.shift()
  ) {
    const { runs: followUps } = await listRuns({ parent: id, limit: MAX_RUNS });
    for (const { id: followUpId, question, answer, label, createdAt } of followUps.toReversed()) {
      const answerText = answer && (label ?? answer);
      runsById.set(followUpId, { id: followUpId, question, answer: answerText, at: createdAt });
      idsToLoad.push(followUpId);
    }
  }
  const list = [...runsById.values()];
  // Earlier debates have no date in their record, so they come first, in their order.
  return list.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0));
}

function describeRecord({ result }: DebateRecord): ThreadRun {
  const answer =
    findAnswerLabel(result) ?? result.headline ?? formatAnswer(result.answer, result.unit);
  return {
    id: result.id,
    question: result.question,
    answer: answer === "" ? null : answer,
    at: null,
  };
}

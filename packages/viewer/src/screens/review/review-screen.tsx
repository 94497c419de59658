import type { VNode } from "preact";
import type { RunSummary } from "../../../../rostrum/src/protocol/journal.ts";
import { answerNumbers } from "../../../../rostrum/src/export/answer-numbers.ts";
import { answerWords, moment } from "../../../../rostrum/src/export/phrases.ts";
import { noticesOf } from "../../../../rostrum/src/export/notices.ts";
import { clipped } from "../../../../rostrum/src/visible.ts";
import { getRecord, listRuns, reviewDebate } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { NoticeList, Problem } from "../../parts/notice-list.tsx";
import { votedWordings } from "../../record/wordings.ts";
import { debateHref } from "../../route/route.ts";
import { Tally } from "../../views/debate/tally.tsx";
import { ReviewForm } from "../../views/review-form.tsx";

const AT_ONCE = 20;

/** Debates that the panel could not decide and that wait for a person. */
export function ReviewScreen({ changed }: { changed(): void }): VNode {
  const waiting = useLoaded(
    (signal) => listRuns({ status: "waiting", limit: AT_ONCE }, signal),
    "waiting",
  );
  const runs = waiting.value?.runs;
  return (
    <div class="inbox">
      <h1>Review</h1>
      <p class="dim">{runs === undefined ? " " : lineFor(runs.length)}</p>
      {waiting.error && <Problem>{waiting.error}</Problem>}
      {runs?.map((run) => (
        <InboxItem
          key={run.id}
          run={run}
          settled={() => {
            waiting.again();
            changed();
          }}
        />
      ))}
    </div>
  );
}

function InboxItem({ run, settled }: { run: RunSummary; settled(): void }): VNode {
  const { value: record, error } = useLoaded(() => getRecord(run.id), run.id);
  return (
    <article class="inbox-item">
      <div>
        <h2 class="said">
          <a href={debateHref(run.id)}>{clipped(run.question, 200)}</a>
        </h2>
        <p class="dim small">Since {moment(run.updatedAt)}</p>
        {error && <Problem>{error}</Problem>}
        {record && (
          <>
            <NoticeList notices={noticesOf(record)} />
            <Tally
              id={run.id}
              moment={{ events: [], record, live: new Map() }}
              cell={null}
              numbers={answerNumbers(record.result.rounds)}
              actions={null}
            />
          </>
        )}
      </div>
      {record && !record.waits.some((wait) => wait.for === "review") && (
        <p>
          <a href={debateHref(run.id)}>It waits for somebody to speak or to let it proceed.</a>
        </p>
      )}
      {record?.waits.some((wait) => wait.for === "review") && (
        <ReviewForm
          answer={answerWords(record.result.answer, record.result.unit)}
          wordings={votedWordings(record.result)}
          review={async (review) => {
            await reviewDebate(run.id, review);
            settled();
          }}
        />
      )}
    </article>
  );
}

function lineFor(count: number): string {
  if (count === 0) return "No debate is waiting for a person.";
  if (count === 1) return "One debate is waiting. It continues when somebody has decided.";
  const many = count === AT_ONCE ? `The latest ${count} debates` : `${count} debates`;
  return `${many} are waiting. Each continues when somebody has decided.`;
}

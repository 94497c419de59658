import type { VNode } from "preact";
import { listRuns } from "../../api/endpoints.ts";
import { describeRunAnswer } from "../../record/describe-run-answer.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { debateHref } from "../../route/route.ts";
import { formatTitle } from "../../text/strip-markdown.ts";

const MOST = 50;

/** The debates that follow this one up, the oldest first. */
export function FollowUps({ id }: { id: string }): VNode | null {
  const { value } = useLoaded(() => listRuns({ parent: id, limit: MOST }), id);
  if (!value || value.runs.length === 0) return null;
  return (
    <nav class="thread thread-after" aria-label="Follow-ups">
      <h2>Follow-ups</h2>
      <ol>
        {[...value.runs].reverse().map((run) => (
          <li key={run.id}>
            <a href={debateHref(run.id)}>{formatTitle(run.question, 120)}</a>
            <span class="dim">
              {" "}
              {run.answer === null ? run.status : describeRunAnswer(run.answer, 120)}
            </span>
          </li>
        ))}
      </ol>
      {value.next !== null && <p class="dim small">The latest {MOST} are shown.</p>}
    </nav>
  );
}

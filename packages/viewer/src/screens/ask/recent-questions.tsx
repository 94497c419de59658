import type { VNode } from "preact";
import { formatMoment, type RunSummary } from "rostrum/page";
import { describeRunAnswer } from "../../record/describe-run-answer.ts";
import { debateHref, formatRoute, NO_FILTERS } from "../../route/route.ts";
import { formatTitle } from "../../markdown/strip-markdown.ts";

const SHOWN = 6;

interface RecentQuestionsProps {
  runs: readonly RunSummary[];
  ask(run: RunSummary): void;
}

/** Recent questions, with their answers and a button to ask them again. */
export function RecentQuestions({ runs, ask }: RecentQuestionsProps): VNode | null {
  const latest = new Map<string, RunSummary>();
  for (const run of runs) if (!latest.has(run.question)) latest.set(run.question, run);
  const shown = [...latest.values()].slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    <aside class="recent" aria-label="Asked recently">
      <h2>Asked recently</h2>
      <ul>
        {shown.map((run) => (
          <li>
            <a class="said" href={debateHref(run.id)}>
              {formatTitle(run.question, 110)}
            </a>
            <p class="dim small">
              {run.answer === null ? (
                ""
              ) : (
                <span class="said">{describeRunAnswer(run.answer, 60)} · </span>
              )}
              {formatMoment(run.createdAt)}{" "}
              <button type="button" class="linklike" onClick={() => ask(run)}>
                Ask again
              </button>
            </p>
          </li>
        ))}
      </ul>
      <p class="small">
        <a href={formatRoute({ screen: "runs", filters: NO_FILTERS })}>All runs</a>
      </p>
    </aside>
  );
}

/** Calls per debate of each panel, on average over the runs that are over. */
export function typicalCalls(runs: readonly RunSummary[]): Map<string, number> {
  const finished = runs.filter(({ status }) => status === "completed");
  const byPanel = Map.groupBy(finished, ({ panelName }) => panelName ?? "");
  return new Map(
    [...byPanel].map(([name, own]) => [
      name,
      own.reduce((sum, { calls }) => sum + calls, 0) / own.length,
    ]),
  );
}

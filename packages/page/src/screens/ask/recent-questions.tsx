import type { VNode } from "preact";
import type { RunSummary } from "@rostrum/core/protocol";
import { Icon } from "../../parts/icon.tsx";
import { RunOutcome, RunSupport } from "../../parts/run-facts.tsx";
import { titleRun } from "../../record/describe-run.ts";
import { formatAge } from "../../record/format-age.ts";
import { debateHref, formatRoute, NO_FILTERS } from "../../route/route.ts";

const MAX_QUESTIONS = 5;

interface RecentQuestionsProps {
  runs: readonly RunSummary[];
  ask(run: RunSummary): void;
}

/** Latest questions without repetitions, with their answers and a button to ask again. */
export function RecentQuestions({ runs, ask }: RecentQuestionsProps): VNode | null {
  const latest = new Map<string, RunSummary>();
  for (const run of runs) {
    const title = titleRun(run, 160);
    if (!latest.has(title)) latest.set(title, run);
  }
  const recentRuns = [...latest].slice(0, MAX_QUESTIONS);
  if (recentRuns.length === 0) return null;
  return (
    <section class="recent">
      <header>
        <h2>Recent questions</h2>
        <a class="small" href={formatRoute({ screen: "runs", filters: NO_FILTERS })}>
          All runs
        </a>
      </header>
      <ul class="card rows">
        {recentRuns.map(([title, run]) => (
          <li class="recent-run">
            <a href={debateHref(run.id)}>
              <b class="said">{title}</b>
              <RunOutcome run={run} />
            </a>
            <RunSupport run={run} />
            <time dateTime={new Date(run.createdAt).toISOString()}>
              {formatAge(run.createdAt, Date.now())}
            </time>
            <button
              type="button"
              class="quiet brief"
              aria-label={`Ask again: ${titleRun(run, 60)}`}
              title="Ask again"
              onClick={() => ask(run)}
            >
              <Icon name="repeat" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

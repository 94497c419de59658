import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { RunPage } from "../../../../rostrum/src/protocol/journal.ts";
import { listRuns } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Problem } from "../../parts/notice-list.tsx";
import { hrefOf, type RunFilters } from "../../route/route.ts";
import { RunFiltersForm } from "./run-filters.tsx";
import { RunRow } from "./run-row.tsx";

const REFRESH_MS = 5000;

/** All debates, newest first. */
export function RunsScreen({ filters }: { filters: RunFilters }): VNode {
  const { search, status, doubtful } = filters;
  const first = useLoaded((signal) => listRuns({ search, status }, signal), `${status} ${search}`);
  const [older, setOlder] = useState<RunPage | null>(null);
  const [picked, setPicked] = useState<string[]>([]);
  useEffect(() => setOlder(null), [search, status]);
  const loaded = [...(first.value?.runs ?? []), ...(older?.runs ?? [])];
  const shown = doubtful ? loaded.filter((run) => run.degraded || run.escalated) : loaded;
  const next = older ? older.next : (first.value?.next ?? null);
  const moving = loaded.some((run) => run.status === "running");
  useEffect(() => {
    if (!moving) return undefined;
    const timer = setInterval(first.again, REFRESH_MS);
    return () => clearInterval(timer);
  }, [moving]);

  async function loadOlder(): Promise<void> {
    const page = await listRuns({ search, status, before: next ?? "" });
    setOlder({ runs: [...(older?.runs ?? []), ...page.runs], next: page.next });
  }
  const pick = (id: string): void =>
    setPicked((ids) =>
      ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id].slice(-2),
    );

  return (
    <div class="runs">
      <h1>Runs</h1>
      <RunFiltersForm filters={filters} />
      <p class="runs-line dim">
        {first.value === null ? " " : lineFor(shown.length, loaded.length, doubtful)}
        <CompareLink ids={picked} />
      </p>
      {first.error && <Problem>{first.error}</Problem>}
      <ul class="run-list">
        {shown.map((run) => (
          <RunRow
            key={run.id}
            run={run}
            picked={picked.includes(run.id)}
            pick={() => pick(run.id)}
          />
        ))}
      </ul>
      {next !== null && <ActionButton act={loadOlder}>Older runs</ActionButton>}
    </div>
  );
}

function CompareLink({ ids: [a, b] }: { ids: string[] }): VNode {
  if (a !== undefined && b !== undefined) {
    return <a href={hrefOf({ screen: "compare", ids: [a, b] })}>Compare both</a>;
  }
  return (
    <span>{a === undefined ? "Select two to compare them." : "Select another to compare."}</span>
  );
}

function lineFor(shown: number, loaded: number, doubtful: boolean): string {
  if (loaded === 0) return "Nothing here. ";
  return doubtful ? `${shown} of the ${loaded} loaded. ` : `${loaded} loaded. `;
}

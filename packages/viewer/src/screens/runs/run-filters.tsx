import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { RunFilters } from "../../route/route.ts";
import { replaceRoute } from "../../route/use-route.ts";

const PAUSE_MS = 250;
const STATES: [string, string][] = [
  ["", "any status"],
  ["running", "running"],
  ["waiting", "waiting for a person"],
  ["completed", "finished"],
  ["failed", "failed"],
];

/** The search and filters. They are part of the address, so that a link shows the same list. */
export function RunFiltersForm({ filters }: { filters: RunFilters }): VNode {
  const [typed, setTyped] = useState(filters.search);
  const set = (changes: Partial<RunFilters>): void =>
    replaceRoute({ screen: "runs", filters: { ...filters, ...changes } });
  useEffect(() => {
    if (typed === filters.search) return undefined;
    const timer = setTimeout(() => set({ search: typed }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <form class="run-filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label>
        Search
        <input
          type="search"
          value={typed}
          placeholder="question, answer or id"
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </label>
      <label>
        Status
        <select
          value={filters.status}
          onChange={({ currentTarget }) => set({ status: currentTarget.value })}
        >
          {STATES.map(([value, words]) => (
            <option value={value}>{words}</option>
          ))}
        </select>
      </label>
      <label class="choice">
        <input
          type="checkbox"
          checked={filters.doubtful}
          onChange={({ currentTarget }) => set({ doubtful: currentTarget.checked })}
        />{" "}
        only degraded or escalated
      </label>
    </form>
  );
}

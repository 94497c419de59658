import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { PeriodField } from "../../parts/period-field.tsx";
import { NO_FILTERS, type RunFilters } from "../../route/route.ts";
import { replaceRoute } from "../../route/use-route.ts";

const PAUSE_MS = 250;
const STATES: [string, string][] = [
  ["", "any status"],
  ["running", "running"],
  ["waiting", "waiting for a person"],
  ["completed", "finished"],
  ["failed", "failed"],
];

interface RunFiltersFormProps {
  filters: RunFilters;
  /** Names to choose from. */
  panels: readonly string[];
}

/** The search and filters. They are part of the address, so that a link shows the same list. */
export function RunFiltersForm({ filters, panels }: RunFiltersFormProps): VNode {
  const set = (changes: Partial<RunFilters>): void =>
    replaceRoute({ screen: "runs", filters: { ...filters, ...changes } });
  const named = filters.panel === "" || panels.includes(filters.panel);
  return (
    <form class="run-filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <TypedFilter
        label="Search"
        placeholder="question, answer or id"
        value={filters.search}
        set={(search) => set({ search })}
      />
      <PeriodField period={filters} open set={set} />
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
      <label>
        Panel
        <select
          value={filters.panel}
          onChange={({ currentTarget }) => set({ panel: currentTarget.value })}
        >
          <option value="">any panel</option>
          {[...panels, ...(named ? [] : [filters.panel])].map((name) => (
            <option value={name}>{name}</option>
          ))}
        </select>
      </label>
      <TypedFilter
        label="User"
        placeholder="anybody"
        value={filters.user}
        set={(user) => set({ user })}
      />
      <div class="run-filters-end">
        <label class="choice">
          <input
            type="checkbox"
            checked={filters.doubtful}
            onChange={({ currentTarget }) => set({ doubtful: currentTarget.checked })}
          />{" "}
          only degraded or escalated
        </label>
        {isFiltered(filters) && (
          <button
            type="button"
            class="quiet"
            onClick={() => replaceRoute({ screen: "runs", filters: NO_FILTERS })}
          >
            <Icon name="close" />
            Clear filters
          </button>
        )}
      </div>
    </form>
  );
}

export function isFiltered({ doubtful, days, ...texts }: RunFilters): boolean {
  return doubtful || days !== null || Object.values(texts).some((text) => text !== "");
}

interface FilterProps {
  label: string;
  value: string;
  set(value: string): void;
}

/** Typed text is applied after a pause. */
function TypedFilter({
  label,
  value,
  placeholder,
  set,
}: FilterProps & { placeholder: string }): VNode {
  const [typed, setTyped] = useState(value);
  const applied = useRef(value);
  // The other filters may change during the pause.
  const latest = useRef(set);
  latest.current = set;
  useEffect(() => {
    // Only what others have set: letters may have been typed since this filter was applied.
    if (value !== applied.current) setTyped(value);
    applied.current = value;
  }, [value]);
  useEffect(() => {
    if (typed === value) return undefined;
    const timer = setTimeout(() => {
      applied.current = typed;
      latest.current(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label>
      {label}
      <input
        type="search"
        value={typed}
        placeholder={placeholder}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </label>
  );
}

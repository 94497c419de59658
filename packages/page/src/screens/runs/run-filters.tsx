import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { PeriodField } from "../../parts/period-field.tsx";
import { NO_FILTERS, type RunFilters } from "../../route/route.ts";
import { replaceRoute } from "../../route/use-route.ts";

const PAUSE_MS = 250;
/** Not a status of its own: degraded and escalated runs have finished. */
const DOUBTFUL = "doubtful";
const STATES: [string, string][] = [
  ["", "Any status"],
  ["running", "Running"],
  ["waiting", "To decide"],
  ["completed", "Finished"],
  [DOUBTFUL, "Degraded or escalated"],
  ["failed", "Failed"],
];

interface RunFiltersFormProps {
  filters: RunFilters;
  /** Panel names to choose from. */
  panels: readonly string[];
  /** Actions on the list. */
  children: ComponentChildren;
}

/** Search and filters. They are part of the address, so that a link shows the same list. */
export function RunFiltersForm({ filters, panels, children }: RunFiltersFormProps): VNode {
  const set = (changes: Partial<RunFilters>): void =>
    replaceRoute({ screen: "runs", filters: { ...filters, ...changes } });
  const isListed = filters.panel === "" || panels.includes(filters.panel);
  return (
    <form class="run-filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <TypedFilter
        label="Search"
        icon="search"
        placeholder="Search questions and answers"
        value={filters.search}
        set={(search) => set({ search })}
      />
      <div class="filter-row">
        <PeriodField period={filters} open set={set} />
        <label>
          <span class="hidden">Status</span>
          <select
            value={filters.doubtful ? DOUBTFUL : filters.status}
            onChange={({ currentTarget: { value } }) =>
              set({
                doubtful: value === DOUBTFUL,
                status: value === DOUBTFUL ? "" : value,
              })
            }
          >
            {STATES.map(([value, label]) => (
              <option value={value}>{label}</option>
            ))}
          </select>
        </label>
        <label>
          <span class="hidden">Panel</span>
          <select
            value={filters.panel}
            onChange={({ currentTarget }) => set({ panel: currentTarget.value })}
          >
            <option value="">Any panel</option>
            {[...panels, ...(isListed ? [] : [filters.panel])].map((name) => (
              <option value={name}>{name}</option>
            ))}
          </select>
        </label>
        <TypedFilter
          label="User"
          icon="person"
          placeholder="Anybody"
          value={filters.user}
          set={(user) => set({ user })}
        />
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
        {children}
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

/** A text filter that is applied after a pause in typing. */
function TypedFilter({
  label,
  value,
  placeholder,
  icon,
  set,
}: FilterProps & { placeholder: string; icon: IconName }): VNode {
  const [typed, setTyped] = useState(value);
  const applied = useRef(value);
  // Other filters may change during the pause.
  const latest = useRef(set);
  latest.current = set;
  useEffect(() => {
    // Takes only values that were set elsewhere, so that newly typed letters aren't lost.
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
    <label class="search-field">
      <span class="hidden">{label}</span>
      <Icon name={icon} />
      <input
        type="search"
        value={typed}
        placeholder={placeholder}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </label>
  );
}

import type { VNode } from "preact";
import { type Period, PERIODS } from "../route/route.ts";

const DAY_MS = 86_400_000;
const NAMES: Record<number, string> = { 1: "Today", 365: "Last 365 days" };

interface PeriodFieldProps {
  period: Period;
  /** True if the period may be left open. */
  open: boolean;
  set(period: Period): void;
}

/** A choice of a period: the last days, or a first and a last day. */
export function PeriodField({ period, open, set }: PeriodFieldProps): VNode {
  const { days, from, to } = period;
  const isBetween = days === null && (from !== "" || to !== "");
  function choose(value: string): void {
    if (value === "between") set({ days: null, from: formatDay(6), to: formatDay(0) });
    else set({ days: value === "" ? null : Number(value), from: "", to: "" });
  }
  return (
    <>
      <label>
        <span class="hidden">Time</span>
        <select
          value={isBetween ? "between" : days === null ? "" : String(days)}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {open && <option value="">Any time</option>}
          {PERIODS.map((each) => (
            <option value={String(each)}>{NAMES[each] ?? `Last ${each} days`}</option>
          ))}
          <option value="between">Between two days</option>
        </select>
      </label>
      {isBetween && (
        <>
          <DayField label="From" value={from} set={(day) => set({ ...period, from: day })} />
          <DayField label="To" value={to} set={(day) => set({ ...period, to: day })} />
        </>
      )}
    </>
  );
}

interface DayFieldProps {
  label: string;
  value: string;
  set(day: string): void;
}

function DayField({ label, value, set }: DayFieldProps): VNode {
  return (
    <label>
      {label}
      <input type="date" value={value} onChange={({ currentTarget }) => set(currentTarget.value)} />
    </label>
  );
}

/** The date some days ago, in the reader's time zone. */
function formatDay(daysAgo: number): string {
  const day = new Date(Date.now() - daysAgo * DAY_MS);
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

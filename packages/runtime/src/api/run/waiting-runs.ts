import type { Note, Review } from "@rostrum/core/protocol";

/** Something that a run waits for. */
export interface Wait {
  for: "review" | "proceed" | "speak";
  /** Name of the member whose input is awaited. */
  name?: string;
  /** The debaters whom a review may group. */
  voters?: readonly string[];
  /** Throws if a review doesn't fit the debate. */
  check?(review: Review): void;
  /** Called before the run goes on. Resolves when the journal has what was said. */
  accept(): Promise<void>;
  resolve(value: unknown): void;
}

/** A run in progress that people can act on. */
export interface WaitingRun {
  /** The panel that started it. `null`: it was started without one. */
  readonly panel: object | null;
  readonly waits: ReadonlySet<Wait>;
  say(note: Note): Promise<void>;
}

/** By id. Without a journal, two runs may share one id. */
const runs = new Map<string, WaitingRun[]>();

/** Lets people act on a run. */
export function addWaitingRun(id: string, run: WaitingRun): void {
  const otherRuns = runs.get(id);
  runs.set(id, otherRuns ? [...otherRuns, run] : [run]);
}

export function removeWaitingRun(id: string, run: WaitingRun): void {
  const otherRuns = (runs.get(id) ?? []).filter((other) => other !== run);
  if (otherRuns.length > 0) runs.set(id, otherRuns);
  else runs.delete(id);
}

/** Limits actions to the runs of one panel; `null` allows all runs of this process. */
export type Panel = object | null;

/** Lists the inputs that the runs with this id wait for. */
export function openWaits(id: string, panel: Panel = null): Pick<Wait, "for" | "name">[] {
  return listRuns(id, panel).flatMap(({ waits }) => [...waits]);
}

/** The runs in progress with this id. */
export function listRuns(id: string, panel: Panel): WaitingRun[] {
  return (runs.get(id) ?? []).filter((run) => panel === null || run.panel === panel);
}

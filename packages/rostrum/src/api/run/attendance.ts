import type { Note } from "../../protocol/settings.ts";

/** Something that a run waits for. */
export interface Wait {
  for: "review" | "proceed" | "speak";
  /** Who is to speak. */
  name?: string;
  /** The debaters whom a review may group. */
  voters?: readonly string[];
  /** Writes down what was said before the run goes on. Resolves when it is kept. */
  accept?(): Promise<void>;
  settle(value: unknown): void;
}

/** A run of this process, as people reach it. */
export interface Attendance {
  /** What it waits for; `null` while it has not waited. */
  waits: Set<Wait> | null;
  say(note: Note): Promise<void>;
}

/** Runs by id. Without a journal, two runs may share one id. */
const runs = new Map<string, Attendance[]>();

/** The runs of this process that people can reach. */
export const attendance = {
  enter(id: string, run: Attendance): void {
    const present = runs.get(id);
    runs.set(id, present ? [...present, run] : [run]);
  },
  leave(id: string, run: Attendance): void {
    const present = runs.get(id);
    if (present === undefined) return;
    if (present.length === 1) runs.delete(id);
    else
      runs.set(
        id,
        present.filter((each) => each !== run),
      );
  },
  of: (id: string): readonly Attendance[] => runs.get(id) ?? [],
};

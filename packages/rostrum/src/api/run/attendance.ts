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
    const others = runs.get(id)?.filter((each) => each !== run) ?? [];
    if (others.length > 0) runs.set(id, others);
    else runs.delete(id);
  },
  of: (id: string): readonly Attendance[] => runs.get(id) ?? [],
};

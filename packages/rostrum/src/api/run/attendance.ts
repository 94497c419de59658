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
  waits: Set<Wait>;
  say(note: Note): Promise<void>;
}

/** Runs by id. Without a journal, two runs may share one id. */
const runs = new Map<string, Set<Attendance>>();

/** The runs of this process that people can reach. */
export const attendance = {
  /** Returns the function that leaves. */
  enter(id: string, run: Attendance): () => void {
    const present = runs.get(id) ?? new Set();
    runs.set(id, present.add(run));
    return () => {
      present.delete(run);
      if (present.size === 0 && runs.get(id) === present) runs.delete(id);
    };
  },
  of: (id: string): Attendance[] => [...(runs.get(id) ?? [])],
};

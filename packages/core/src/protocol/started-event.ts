import type { RecordedItem } from "./question.ts";

/** The debate begins, with its question, panel and rules. */
export interface StartedEvent {
  type: "debate.started";
  question: string;
  /** Documents and turns before the question, where there are any. */
  context?: RecordedItem[];
  /** In panel order. */
  panel: { name: string; model: string; weight: number }[];
  judge: { name: string; model: string } | null;
  /** Revision rounds at most. */
  rounds: number;
  /** The rules by name, for people. */
  rules: {
    stop: string[];
    decide: string;
    answer: string;
    see: string;
    show: string;
    revise: string;
  };
  /** What a `choice()` is between. Absent: another kind of answer, or the question lists its options. */
  choices?: string[];
  /** Debaters and judge know one another as "Debater A", shuffled by this seed. Absent: by name. */
  anonymous?: { seed: number };
  /** Sentences about parts of the config that can have no effect. Absent: none. */
  warnings?: string[];
  /** The run whose rounds this one continues. */
  forkedFrom?: { id: string; fromRound: number };
  /** The finished run that this one follows up. */
  parent?: string;
  userId?: string;
  teamId?: string;
  projectId?: string;
  metadata?: Record<string, unknown>;
}

import type { RecordedItem } from "./question.ts";

/** Start of the debate, with its question, panel and rules. */
export interface StartedEvent {
  type: "debate.started";
  question: string;
  /** Documents and messages before the question, if there are any. */
  context?: RecordedItem[];
  /** In panel order. */
  panel: { name: string; model: string; weight: number }[];
  judge: { name: string; model: string } | null;
  /** Maximum number of revision rounds. */
  rounds: number;
  /** Rules by name, for people. */
  rules: {
    stop: string[];
    decide: string;
    answer: string;
    see: string;
    show: string;
    revise: string;
  };
  /** Ties of a majority vote go to panel order. Absent: to the sole leader of round 0. */
  keepLeader?: false;
  /** Options of a `choice()`. Absent: another kind of answer, or the question lists its options. */
  choices?: string[];
  /** Debaters and judge see one another as "Debater A" and so on, shuffled by this seed. Absent: by name. */
  anonymous?: { seed: number };
  /** A person must release an escalated result. Absent: it is only marked. */
  onEscalate?: "wait";
  /** Parts of the config that have no effect, in sentences. Absent: none. */
  warnings?: string[];
  /** Run whose rounds this one continues. */
  forkedFrom?: { id: string; fromRound: number };
  /** Finished run that this one follows up. */
  parent?: string;
  userId?: string;
  teamId?: string;
  projectId?: string;
  metadata?: Record<string, unknown>;
}

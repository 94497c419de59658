import type {
  BallotedEvent,
  ComparedEvent,
  FailedEvent,
  ReviewedEvent,
  RoutedEvent,
  StartedEvent,
  StoredEvent,
  SynthesizedEvent,
} from "../protocol/events.ts";
import type { HeardNote } from "../protocol/note.ts";
import type { Round } from "../protocol/position.ts";
import type { Missing } from "../protocol/result.ts";
import { Waits } from "../protocol/waits.ts";
import { CallBook } from "./call-book.ts";
import { Inquiries } from "./inquiries.ts";

/** The status of a record. */
export type DebateStatus = "running" | "waiting" | "completed" | "failed";

/** What a running debate is doing. `deciding`: nobody is asked at the moment, or only about the positions. */
export type DebatePhase = "starting" | "round" | "balloting" | "judging" | "deciding";

/**
 * What the events of one debate have said so far. It is plain data, and what belongs to it are classes: thousands of
 * debates may be live at once, and a closure per function of each would take more memory than the facts.
 */
export interface Facts {
  rounds: Round[];
  phase: DebatePhase;
  /** How many of the rounds are over. */
  completedRounds: number;
  book: CallBook;
  /** The comparisons that stand. */
  compared: readonly ComparedEvent[];
  balloted: BallotedEvent | null;
  inquiries: Inquiries;
  /** By round; `null` while nothing is missing. */
  missing: Missing[][] | null;
  /** `null` while nobody said anything. */
  notes: HeardNote[] | null;
  waits: Waits;
  id: string;
  status: DebateStatus;
  /** The names of the members, in panel order. */
  names: readonly string[];
  started: StartedEvent | null;
  routed: RoutedEvent | null;
  decided: SynthesizedEvent | null;
  error: FailedEvent["error"] | null;
  reviewed: (ReviewedEvent & Pick<StoredEvent, "at">) | null;
  converged: boolean;
  escalated: boolean;
  watching: readonly string[];
  reissued: number;
  durationMs: number;
}

const NOBODY: readonly string[] = [];

export function createFacts(): Facts {
  return {
    rounds: [],
    phase: "starting",
    completedRounds: 0,
    book: new CallBook(),
    compared: [],
    balloted: null,
    inquiries: new Inquiries(),
    missing: null,
    notes: null,
    waits: new Waits(),
    id: "",
    status: "running",
    names: NOBODY,
    started: null,
    routed: null,
    decided: null,
    error: null,
    reviewed: null,
    converged: false,
    escalated: false,
    watching: NOBODY,
    reissued: 0,
    durationMs: 0,
  };
}

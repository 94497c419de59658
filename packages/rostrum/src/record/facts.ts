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

const NOBODY: readonly string[] = [];

/**
 * What the events of one debate have said so far. It is plain data, and what belongs to it are classes: thousands of
 * debates may be live at once, and a closure per function of each would take more memory than the facts.
 */
export class Facts {
  rounds: Round[] = [];
  phase: DebatePhase = "starting";
  /** How many of the rounds are over. */
  completedRounds = 0;
  book: CallBook = new CallBook();
  /** The comparisons that stand. */
  compared: readonly ComparedEvent[] = [];
  balloted: BallotedEvent | null = null;
  inquiries: Inquiries = new Inquiries();
  /** By round; `null` while nothing is missing. */
  missing: Missing[][] | null = null;
  /** `null` while nobody said anything. */
  notes: HeardNote[] | null = null;
  waits: Waits = new Waits();
  id = "";
  status: DebateStatus = "running";
  /** The names of the members, in panel order. */
  names: readonly string[] = NOBODY;
  started: StartedEvent | null = null;
  routed: RoutedEvent | null = null;
  decided: SynthesizedEvent | null = null;
  error: FailedEvent["error"] | null = null;
  reviewed: (ReviewedEvent & Pick<StoredEvent, "at">) | null = null;
  converged = false;
  escalated = false;
  watching: readonly string[] = NOBODY;
  reissued = 0;
  durationMs = 0;
}

import type {
  BallotedEvent,
  ClaimsEvent,
  ComparedEvent,
  CruxEvent,
  FailedEvent,
  AuditedEvent,
  MemoEvent,
  ReviewedEvent,
  RoutedEvent,
  StoredEvent,
  SynthesizedEvent,
} from "../protocol/events.ts";
import type { StartedEvent } from "../protocol/started-event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { HeardNote } from "../protocol/note.ts";
import type { Position, Round } from "../protocol/position.ts";
import type { Missing, PartialResult } from "../protocol/result.ts";
import { Waits } from "../protocol/waits.ts";
import { CallBook } from "./call-book.ts";
import type { Citation, FailedQuote } from "../protocol/citation.ts";

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
  /** The name of the kind of answers that the debate asks for. */
  kind = "auto";
  routed: RoutedEvent | null = null;
  decided: SynthesizedEvent | null = null;
  error: FailedEvent["error"] | null = null;
  outcome: Outcome | null = null;
  reviewed: (ReviewedEvent & Pick<StoredEvent, "at">) | null = null;
  converged = false;
  escalated = false;
  watching: readonly string[] = NOBODY;
  reissued = 0;
  durationMs = 0;
}

type InquiryEvent = CruxEvent | ClaimsEvent | MemoEvent | AuditedEvent;

/** What was asked about the positions: cruxes, claims and the memo, in the order of the debate. */
export class Inquiries {
  #events: readonly InquiryEvent[] = NONE;

  /** A crux takes the place of what came at its round or later, claims and memos that of earlier ones. */
  enter(event: InquiryEvent): void {
    const stands = (other: InquiryEvent): boolean =>
      other.type !== event.type ||
      (other.type === "debate.crux" && event.type === "debate.crux" && other.round < event.round);
    this.#events = [...this.#events.filter(stands), event];
  }

  /** A round is held anew or closed anew: what is about it, or came after it, doesn't stand. */
  forgetAfter(round: number): void {
    this.#events = this.#events.filter(
      (event) => event.type === "debate.crux" && event.round <= round,
    );
  }

  missing(): Missing[] {
    return this.#events.flatMap(({ type, error }): Missing[] =>
      error === undefined ? [] : [{ what: WHAT[type], error }],
    );
  }

  /** What the claims and the memo quote and was not found. */
  failedQuotes(): FailedQuote[] {
    return this.#events.flatMap((event) =>
      event.type === "debate.crux" || event.type === "debate.audited" ? [] : getFailedQuotes(event),
    );
  }

  /** Adds its part to the result. */
  addTo(result: Pick<PartialResult, "cruxes" | "claims" | "unaddressed" | "memo" | "audit">): void {
    for (const event of this.#events) {
      if (event.type === "debate.crux") {
        const { round, claim, for: pro, against } = event;
        if (claim !== null) result.cruxes.push({ round, claim, for: pro, against });
      } else if (event.type === "debate.memo") {
        if (event.memo) result.memo = event.memo;
      } else if (event.type === "debate.audited") {
        if (event.audit) result.audit = event.audit;
      } else if (event.claims) {
        result.claims = event.claims;
        result.unaddressed = event.unaddressed;
      }
    }
  }

  all(): readonly InquiryEvent[] {
    return this.#events;
  }
}

const NONE: readonly InquiryEvent[] = [];

const WHAT = {
  "debate.crux": "crux",
  "debate.claims": "claims",
  "debate.memo": "memo",
  "debate.audited": "audit",
} as const;

/** The quotes of a decision, of the claims or of the memo that were not found in their source. */
export function getFailedQuotes(
  event:
    | Pick<SynthesizedEvent, "type" | "citations" | "findings">
    | Pick<ClaimsEvent, "type" | "failedQuotes">
    | Pick<MemoEvent, "type" | "memo">,
): FailedQuote[] {
  switch (event.type) {
    case "debate.claims":
      return keepFailed(event.failedQuotes, "claims", "claims");
    case "debate.memo":
      return keepFailed(event.memo?.citations ?? [], "memo", "memo");
    case "debate.synthesized":
      return [
        ...keepFailed(event.citations ?? [], "judge", "judgment"),
        ...(event.findings ?? []).flatMap(({ by, quotes, votes }) => [
          ...keepFailed(quotes, by.join(", "), "finding"),
          ...votes.flatMap(({ debater, quote }) => keepFailed(quote ?? [], debater, "vote")),
        ]),
      ];
  }
}

/** The quotes of a critic that were not found in the draft. */
export function getFailedCritique({ debater, critique }: Position): FailedQuote[] {
  return critique?.flatMap(({ quote }) => keepFailed(quote ?? [], debater, "critique")) ?? [];
}

function keepFailed(
  quotes: Citation | readonly Citation[],
  by: string,
  where: FailedQuote["in"],
): FailedQuote[] {
  return [quotes]
    .flat()
    .flatMap(({ verified, at: _at, ...quote }) => (verified ? [] : [{ by, in: where, ...quote }]));
}

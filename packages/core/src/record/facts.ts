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

/** What the events of one debate that still hold have said so far. */
export class Facts {
  rounds: Round[] = [];
  phase: DebatePhase = "starting";
  /** How many of the rounds are over. */
  completedRounds = 0;
  book: CallBook = new CallBook();
  compared: ComparedEvent[] = [];
  balloted: BallotedEvent | null = null;
  /** Questions about the positions, in the order of the debate. */
  inquiries: InquiryEvent[] = [];
  /** What the rounds lack. */
  missing: Missing[] = [];
  notes: HeardNote[] = [];
  waits: Waits = new Waits();
  id = "";
  status: DebateStatus = "running";
  /** The names of the members, in panel order. */
  names: readonly string[] = [];
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
  watching: readonly string[] = [];
  reissued = 0;
  durationMs = 0;
}

type InquiryEvent = CruxEvent | ClaimsEvent | MemoEvent | AuditedEvent;

/** Questions about the positions that brought nothing usable. */
export function listMissingInquiries(inquiries: readonly InquiryEvent[]): Missing[] {
  return inquiries.flatMap(({ type, error }): Missing[] =>
    error === undefined ? [] : [{ what: WHAT[type], error }],
  );
}

/** Quotes of the claims and the memo that were not found in their source. */
export function listFailedInquiryQuotes(inquiries: readonly InquiryEvent[]): FailedQuote[] {
  return inquiries.flatMap((event) =>
    event.type === "debate.crux" || event.type === "debate.audited" ? [] : getFailedQuotes(event),
  );
}

/** Adds cruxes, claims, memo and audit to a result. */
export function addInquiries(
  inquiries: readonly InquiryEvent[],
  result: Pick<PartialResult, "cruxes" | "claims" | "unaddressed" | "memo" | "audit">,
): void {
  for (const event of inquiries) {
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

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
import type { Shortage } from "../protocol/budget.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { HeardNote } from "../protocol/note.ts";
import type { Position, Round } from "../protocol/position.ts";
import type { Missing, PartialResult } from "../protocol/result.ts";
import { Waits } from "../protocol/waits.ts";
import { CallLog } from "./call-log.ts";
import type { Citation, FailedQuote } from "../protocol/citation.ts";

/** Status of a debate. `waiting`: only a person can continue it. */
export type DebateStatus = "running" | "waiting" | "completed" | "failed";

/** Activity of a running debate. `deciding`: no debater or judge is being called. */
export type DebatePhase = "starting" | "round" | "balloting" | "judging" | "deciding";

/** State of a debate, built from its valid events. */
export class RecordState {
  rounds: Round[] = [];
  phase: DebatePhase = "starting";
  /** Number of completed rounds. */
  completedRounds = 0;
  callLog: CallLog = new CallLog();
  compared: ComparedEvent[] = [];
  balloted: BallotedEvent | null = null;
  /** Calls about the positions, in the order of the debate. */
  inquiries: InquiryEvent[] = [];
  /** Requested steps that did not happen in the rounds. */
  missing: Missing[] = [];
  notes: HeardNote[] = [];
  waits: Waits = new Waits();
  id = "";
  status: DebateStatus = "running";
  /** Names of the members, in panel order. */
  names: readonly string[] = [];
  started: StartedEvent | null = null;
  /** Name of the requested answer kind. */
  kind = "auto";
  routed: RoutedEvent | null = null;
  decided: SynthesizedEvent | null = null;
  error: FailedEvent["error"] | null = null;
  outcome: Outcome | null = null;
  reviewed: (ReviewedEvent & Pick<StoredEvent, "at">) | null = null;
  /** The last cap that had no room for the next calls. */
  shortage: Shortage | null = null;
  converged = false;
  escalated = false;
  /** Replaces the warnings of the start. Null if those still hold. */
  startWarnings: readonly string[] | null = null;
  /** Warnings that became known when the run ended. */
  endWarnings: readonly string[] = [];
  reissued = 0;
  durationMs = 0;
}

type InquiryEvent = CruxEvent | ClaimsEvent | MemoEvent | AuditedEvent;

/** Calls about the positions without a usable reply. */
export function listMissingInquiries(inquiries: readonly InquiryEvent[]): Missing[] {
  return inquiries.flatMap(({ type, error }): Missing[] =>
    error === undefined ? [] : [{ what: MISSING_STEPS[type], error }],
  );
}

/** Unverified quotes of the claims and the memo. */
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

const MISSING_STEPS = {
  "debate.crux": "crux",
  "debate.claims": "claims",
  "debate.memo": "memo",
  "debate.audited": "audit",
} as const;

/** Unverified quotes of a decision, the claims or the memo. */
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

/** Unverified quotes of a critic. */
export function getFailedCritique({ debater, critique }: Position): FailedQuote[] {
  return critique?.flatMap(({ quote }) => keepFailed(quote ?? [], debater, "critique")) ?? [];
}

function keepFailed(
  quotes: Citation | readonly Citation[],
  by: string,
  location: FailedQuote["in"],
): FailedQuote[] {
  return [quotes]
    .flat()
    .flatMap(({ verified, at: _at, ...quote }) =>
      verified ? [] : [{ by, in: location, ...quote }],
    );
}

import type {
  BallotedEvent,
  ClaimsEvent,
  ComparedEvent,
  CruxEvent,
  FailedEvent,
  MemoEvent,
  ReviewedEvent,
  RoutedEvent,
  StartedEvent,
  StoredEvent,
  SynthesizedEvent,
} from "../protocol/events.ts";
import type { HeardNote } from "../protocol/note.ts";
import type { Round } from "../protocol/position.ts";
import type { Missing, PartialResult } from "../protocol/result.ts";
import { Waits } from "../protocol/waits.ts";
import { CallBook } from "./call-book.ts";
import type { Citation, FailedQuote } from "../protocol/citation.ts";
import type { Critique } from "../protocol/critique.ts";

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

/** What was asked about the positions: cruxes, claims and the memo. */
export class Inquiries {
  #cruxes: readonly CruxEvent[] = NONE;
  #claims: ClaimsEvent | null = null;
  #memo: MemoEvent | null = null;

  enter(event: CruxEvent | ClaimsEvent | MemoEvent): void {
    if (event.type === "debate.claims") this.#claims = event;
    else if (event.type === "debate.memo") this.#memo = event;
    else this.#cruxes = [...this.#cruxes.filter(({ round }) => round < event.round), event];
  }

  /** A round is held anew or closed anew: what is about it, or came after it, doesn't stand. */
  forgetAfter(round: number): void {
    if (this.#cruxes.length > 0) this.#cruxes = this.#cruxes.filter((crux) => crux.round <= round);
    this.#claims = null;
    this.#memo = null;
  }

  missing(): Missing[] {
    return this.all().flatMap(({ type, error }): Missing[] =>
      error === undefined ? [] : [{ what: WHAT[type], error }],
    );
  }

  /** What the claims and the memo quote and was not found. */
  failedQuotes(): FailedQuote[] {
    return [
      ...(this.#claims ? getFailedQuotes(this.#claims) : []),
      ...(this.#memo ? getFailedQuotes(this.#memo) : []),
    ];
  }

  /** Its part of the result. */
  describe(): Pick<PartialResult, "cruxes" | "claims" | "unaddressed" | "memo"> {
    const cruxes = this.#cruxes.flatMap(({ round, claim, for: pro, against }) =>
      claim === null ? [] : [{ round, claim, for: pro, against }],
    );
    const { claims = null, unaddressed = [] } = this.#claims ?? {};
    return {
      cruxes,
      ...(claims && { claims, unaddressed }),
      ...(this.#memo?.memo && { memo: this.#memo.memo }),
    };
  }

  /** In the order of the debate. */
  all(): (CruxEvent | ClaimsEvent | MemoEvent)[] {
    const all: (CruxEvent | ClaimsEvent | MemoEvent)[] = [...this.#cruxes];
    if (this.#claims) all.push(this.#claims);
    if (this.#memo) all.push(this.#memo);
    return all;
  }
}

const NONE: readonly CruxEvent[] = [];

const WHAT = {
  "debate.crux": "crux",
  "debate.claims": "claims",
  "debate.memo": "memo",
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
export function getFailedCritique(
  debater: string,
  critique: readonly Critique[] = [],
): FailedQuote[] {
  return critique.flatMap(({ quote }) => keepFailed(quote ?? [], debater, "critique"));
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

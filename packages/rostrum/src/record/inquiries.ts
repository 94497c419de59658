import type { ClaimsEvent, CruxEvent, MemoEvent } from "../protocol/events.ts";
import type { FailedQuote } from "../protocol/citation.ts";
import { getFailedQuotes } from "../protocol/failed-quotes.ts";
import type { Missing, PartialResult } from "../protocol/result.ts";

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

import type { ClaimsEvent, CruxEvent, MemoEvent } from "../protocol/events.ts";
import type { FailedQuote } from "../protocol/citation.ts";
import { getFailedQuotes } from "../protocol/failed-quotes.ts";
import type { Missing, PartialResult } from "../protocol/result.ts";

type InquiryEvent = CruxEvent | ClaimsEvent | MemoEvent;

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
      event.type === "debate.crux" ? [] : getFailedQuotes(event),
    );
  }

  /** Its part of the result. */
  describe(): Pick<PartialResult, "cruxes" | "claims" | "unaddressed" | "memo"> {
    const cruxes: PartialResult["cruxes"] = [];
    const more: Pick<PartialResult, "claims" | "unaddressed" | "memo"> = {};
    for (const event of this.#events) {
      if (event.type === "debate.crux") {
        const { round, claim, for: pro, against } = event;
        if (claim !== null) cruxes.push({ round, claim, for: pro, against });
      } else if (event.type === "debate.memo") {
        if (event.memo) more.memo = event.memo;
      } else if (event.claims) {
        more.claims = event.claims;
        more.unaddressed = event.unaddressed;
      }
    }
    return { cruxes, ...more };
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
} as const;

import type {
  AboutPositions,
  CallCost,
  ClaimsEvent,
  CruxEvent,
  MemoEvent,
} from "../protocol/events.ts";
import type { Missing, PartialResult } from "../protocol/result.ts";
import type { StepName } from "../protocol/step-id.ts";

/** What was asked about the positions: cruxes, claims and the memo. */
export interface Inquiries {
  enter(event: CruxEvent | ClaimsEvent | MemoEvent): void;
  /** A round is held anew or closed anew: what is about it, or came after it, doesn't stand. */
  forgetAfter(round: number): void;
  /** All calls, in the order of the debate. */
  all(): AboutPositions[];
  /** What a step's call took; `undefined` for steps of other kinds. */
  callOf(step: StepName | null): CallCost | null | undefined;
  missing(): Missing[];
  unverified(): number;
  /** Adds its part of the result. */
  addTo(result: Partial<PartialResult>): void;
}

export function createInquiries(): Inquiries {
  let cruxes: CruxEvent[] = [];
  let claims: ClaimsEvent | null = null;
  let memo: MemoEvent | null = null;
  const events = (): (CruxEvent | ClaimsEvent | MemoEvent)[] => {
    const all: (CruxEvent | ClaimsEvent | MemoEvent)[] = [...cruxes];
    if (claims) all.push(claims);
    if (memo) all.push(memo);
    return all;
  };

  return {
    enter(event) {
      if (event.type === "debate.claims") claims = event;
      else if (event.type === "debate.memo") memo = event;
      else cruxes = [...cruxes.filter(({ round }) => round < event.round), event];
    },
    forgetAfter(round) {
      if (cruxes.length > 0) cruxes = cruxes.filter((crux) => crux.round <= round);
      claims = null;
      memo = null;
    },
    all: events,
    callOf(name) {
      switch (name?.role) {
        case "crux":
          return cruxes.find(({ round }) => round === name.round)?.call;
        case "claims":
          return claims?.call;
        case "memo":
          return memo?.call;
        default:
          return undefined;
      }
    },
    missing: () =>
      events().flatMap(({ type, error }): Missing[] =>
        error === undefined ? [] : [{ what: WHAT[type], error }],
      ),
    unverified: () => (claims?.unverified ?? 0) + (memo?.unverified ?? 0),
    addTo(result) {
      result.cruxes = cruxes.flatMap(({ round, claim, for: pro, against }) =>
        claim === null ? [] : [{ round, claim, for: pro, against }],
      );
      if (claims?.claims) {
        result.claims = claims.claims;
        result.unaddressed = claims.unaddressed;
      }
      if (memo?.memo) result.memo = memo.memo;
    },
  };
}

const WHAT = {
  "debate.crux": "crux",
  "debate.claims": "claims",
  "debate.memo": "memo",
} as const;

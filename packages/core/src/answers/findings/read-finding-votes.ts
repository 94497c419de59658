import type { AnswerReader } from "../../protocol/answer.ts";
import { FINDING_VOTES, type CastVote } from "../../protocol/findings.ts";
import { countBy, readSeverity } from "./read-findings.ts";
import { isPlainObject } from "../../thrown.ts";

/** A member's votes on the findings that it saw. */
export interface ReadFindingVotes {
  /** In the order of the findings. */
  votes: CastVote[];
  /** Why other entries are void. */
  voided: string[];
}

/**
 * Reads `{"votes": [{"item": 1, "vote": "uphold", "of"?, "quote"?, "reason"?, "severity"?}]}` about numbered
 * findings. An entry is void if it can't be read, has an unknown number, or contradicts another entry about
 * the same number. `null` if no vote is valid.
 */
export function readFindingVotes(json: unknown, shownCount: number): ReadFindingVotes | null {
  const list = isPlainObject(json) ? json["votes"] : null;
  if (!Array.isArray(list)) return null;
  const entriesByNumber = Map.groupBy(list as unknown[], (entry) => readNumber(entry));
  const votes: CastVote[] = [];
  // A set, so that a reply can't flood the result with its mistakes.
  const voided = new Set<string>();
  for (const [number, entries] of entriesByNumber) {
    if (number === null) voided.add("a vote has no number of a finding");
    else if (number < 1 || number > shownCount)
      voided.add("it votes on a finding that it was not shown");
    else {
      const castVotes = entries.map((entry) =>
        readCastVote(entry as object, number - 1, shownCount),
      );
      const [first = null] = castVotes;
      if (first === null || castVotes.includes(null)) {
        voided.add(`its vote on finding ${number} can't be read`);
      } else if (castVotes.some((other) => contradicts(first, other as CastVote))) {
        voided.add(`it votes on finding ${number} in two ways`);
      } else votes.push(first);
    }
  }
  if (votes.length === 0) return null;
  return { votes: votes.sort((a, b) => a.index - b.index), voided: [...voided] };
}

function readNumber(entry: unknown): number | null {
  return typeof entry === "object" && entry !== null
    ? readWhole((entry as Record<string, unknown>)["item"])
    : null;
}

function readWhole(value: unknown): number | null {
  const number = typeof value === "string" && /^\d{1,4}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : null;
}

function readCastVote(entry: object, index: number, shownCount: number): CastVote | null {
  const {
    vote: word,
    severity: givenSeverity,
    quote,
    reason,
    of,
  } = entry as Record<string, unknown>;
  const voteWord = typeof word === "string" ? word.trim().toLowerCase() : "";
  const vote = FINDING_VOTES.find((candidate) => candidate === voteWord);
  const severity = readSeverity(givenSeverity);
  const hasSeverity = givenSeverity !== undefined && givenSeverity !== null && givenSeverity !== "";
  if (vote === undefined || (hasSeverity && severity === null)) return null;
  const target = vote === "duplicate" ? (readWhole(of) ?? 0) - 1 : index;
  // A duplicate of no other finding of the list upholds the finding.
  const isOther = target >= 0 && target < shownCount && target !== index;
  const texts = { quote: readText(quote), reason: readText(reason) };
  return { index, vote, of: isOther ? target : null, ...texts, severity };
}

function readText(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

/** Repeated votes may have different reasons. */
function contradicts(one: CastVote, other: CastVote): boolean {
  return one.vote !== other.vote || one.of !== other.of || one.severity !== other.severity;
}

/** A numbered finding that members vote on. */
interface NumberedFinding {
  claim: string;
  /** Seats of those who reported it. */
  authors: readonly number[];
}

/** The wording includes the claims, because numbers have no meaning later. */
export function createFindingVotesReader(
  findings: readonly NumberedFinding[],
): AnswerReader<ReadFindingVotes> {
  const claims = findings.map(({ claim }) => claim);
  return {
    basis: "lexical",
    read: ({ json }) => {
      const value = readFindingVotes(json, claims.length);
      return value && { value, wording: formatVotes(value, claims) };
    },
    same: (a, b) => a === b,
    count: ({ votes }, seat) =>
      countBy(
        // A vote on the voter's own finding counts only if it is `duplicate`.
        votes.filter(
          ({ index, vote }) =>
            vote === "duplicate" || findings[index]?.authors.includes(seat) !== true,
        ),
        ({ vote }) => vote,
      ),
  };
}

function formatVotes({ votes }: ReadFindingVotes, claims: readonly string[]): string {
  return votes
    .map(({ index, vote, of, severity }) => {
      const severityPart = severity === null ? "" : ` (${severity})`;
      const originalPart = of === null ? "" : ` It repeats: ${claims[of] ?? ""}`;
      return `${vote}${severityPart}: ${claims[index] ?? ""}${originalPart}`;
    })
    .join("\n");
}

import { findLatestVotes } from "../decide/votes.ts";
import type { Claim, Crux, Memo } from "../protocol/open-questions.ts";
import type { PartialResult } from "../protocol/result.ts";

/** Part of a memo: a fixed heading and the model's text. */
export interface MemoSection {
  title: string;
  items: { text: string; more: string[] }[];
}

/** Non-empty parts of a memo, in reading order. */
export function listMemoSections(memo: Memo): MemoSection[] {
  const toItems = (texts: readonly string[]): MemoSection["items"] =>
    texts.map((text) => ({ text, more: [] }));
  const options = memo.options?.map(({ option, tradeOffs }) => ({ text: option, more: tradeOffs }));
  const sections: MemoSection[] = [
    { title: "Options: the panel did not settle this", items: options ?? [] },
    { title: "Recommendation", items: toItems([memo.recommendation]) },
    { title: "Because", items: toItems(memo.because) },
    { title: "Unless", items: toItems(memo.unless) },
    { title: "Contested", items: toItems(memo.contested) },
    { title: "Dissent", items: toItems(memo.dissent) },
    { title: "Next steps", items: toItems(memo.nextSteps) },
  ];
  return sections.filter(({ items }) => items.length > 0);
}

/** "Agreed" only if all voting members hold the claim; otherwise "2 of 3 say". */
export function describeClaim(
  { kind, holders }: Pick<Claim, "kind" | "holders">,
  { rounds }: Pick<PartialResult, "rounds">,
): string {
  if (kind === "contested") return "Contested";
  if (kind === "single") return "Said by one member";
  const votes = findLatestVotes(rounds, rounds[0]?.positions.length ?? 0);
  const voters = votes.filter((vote) => vote !== null).length;
  return holders.length >= voters ? "Agreed" : `${holders.length} of ${voters} say`;
}

/** Supporters of a claim: "ada, bob; against: cat; supported by: report.md". */
export function describeSides(claim: Pick<Claim, "holders" | "opponents" | "documents">): string {
  const { holders, opponents, documents } = claim;
  const against = opponents.length === 0 ? "" : `; against: ${opponents.join(", ")}`;
  return `${holders.join(", ")}${against}${describeDocuments(documents)}`;
}

/** Documents that support a claim. Empty if the debate has no documents. */
function describeDocuments(documents: Claim["documents"]): string {
  if (documents === undefined) return "";
  const names = new Set(documents.flatMap(({ document }) => document ?? []));
  return names.size === 0
    ? "; no document supports it"
    : `; supported by: ${[...names].join(", ")}`;
}

/** A crux and the members who changed their answer in the round that began with it. */
export interface CruxOutcome extends Crux {
  moved: string[];
}

export function findRoundCrux(
  { cruxes, rounds }: PartialResult,
  round: number,
): CruxOutcome | null {
  const crux = cruxes.find((candidate) => candidate.round === round);
  if (!crux) return null;
  const positions = rounds[round]?.positions ?? [];
  return {
    ...crux,
    moved: positions.flatMap((position) => (position.changed ? [position.debater] : [])),
  };
}

/** "for: ada; against: bob; changed their answer: nobody" */
export function describeCrux({ for: pro, against, moved }: CruxOutcome): string {
  const names = (list: readonly string[]): string => list.join(", ") || "nobody";
  return `for: ${names(pro)}; against: ${names(against)}; changed their answer: ${names(moved)}`;
}

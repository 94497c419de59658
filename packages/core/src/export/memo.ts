import { findLatestVotes } from "../decide/index.ts";
import type { Claim, Crux, Memo } from "../protocol/open-questions.ts";
import type { PartialResult } from "../protocol/result.ts";

/** A part of a memo: our heading, and what the model wrote under it. */
export interface MemoSection {
  title: string;
  items: { text: string; more: string[] }[];
}

/** The parts of a memo that say something, in the order in which they are read. */
export function listMemoSections(memo: Memo): MemoSection[] {
  const plain = (texts: readonly string[]): MemoSection["items"] =>
    texts.map((text) => ({ text, more: [] }));
  const options = memo.options?.map(({ option, tradeOffs }) => ({ text: option, more: tradeOffs }));
  const sections: MemoSection[] = [
    { title: "Options: the panel did not settle this", items: options ?? [] },
    { title: "Recommendation", items: plain([memo.recommendation]) },
    { title: "Because", items: plain(memo.because) },
    { title: "Unless", items: plain(memo.unless) },
    { title: "Contested", items: plain(memo.contested) },
    { title: "Dissent", items: plain(memo.dissent) },
    { title: "Next steps", items: plain(memo.nextSteps) },
  ];
  return sections.filter(({ items }) => items.length > 0);
}

/** "Agreed" is only what all say who have a say; else "2 of 3 say". */
export function describeClaim(
  { kind, holders }: Pick<Claim, "kind" | "holders">,
  { rounds }: Pick<PartialResult, "rounds">,
): string {
  if (kind === "contested") return "Contested";
  if (kind === "single") return "Held by one";
  const votes = findLatestVotes(rounds, rounds[0]?.positions.length ?? 0);
  const voters = votes.filter((vote) => vote !== null).length;
  return holders.length >= voters ? "Agreed" : `${holders.length} of ${voters} say`;
}

/** Who holds a claim, and what bears it: "ada, bob; against: cat; borne by: report.md". */
export function describeSides(claim: Pick<Claim, "holders" | "opponents" | "documents">): string {
  const { holders, opponents, documents } = claim;
  const against = opponents.length === 0 ? "" : `; against: ${opponents.join(", ")}`;
  return `${holders.join(", ")}${against}${describeBearing(documents)}`;
}

/** Which documents bear a claim, or that none does; empty where there are none. */
function describeBearing(documents: Claim["documents"]): string {
  if (documents === undefined) return "";
  const names = new Set(documents.flatMap(({ document }) => document ?? []));
  return names.size === 0 ? "; no document bears it" : `; borne by: ${[...names].join(", ")}`;
}

/** A crux with what became of it: who changed their answer in the round that began with it. */
export interface CruxOutcome extends Crux {
  moved: string[];
}

/** The crux that a round began with. */
export function findRoundCrux(
  { cruxes, rounds }: PartialResult,
  round: number,
): CruxOutcome | null {
  const crux = cruxes.find((each) => each.round === round);
  if (!crux) return null;
  const positions = rounds[round]?.positions ?? [];
  return { ...crux, moved: positions.flatMap((each) => (each.changed ? [each.debater] : [])) };
}

/** "for: ada; against: bob; moved: nobody" */
export function describeCrux({ for: pro, against, moved }: CruxOutcome): string {
  const names = (list: readonly string[]): string => list.join(", ") || "nobody";
  return `for: ${names(pro)}; against: ${names(against)}; changed their answer: ${names(moved)}`;
}

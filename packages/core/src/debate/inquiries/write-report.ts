import { inquire, listVotes } from "./about-positions.ts";
import type { ResolvedConfig } from "../config/resolved-config.ts";
import { currentDifferences, type DebateState } from "../state/state.ts";
import { checkClaims, citePositions, type CheckedClaims } from "./claims.ts";
import {
  claimsSchema,
  claimsTask,
  LISTING_CLAIMS,
  memoSchema,
  memoTask,
  WRITING_MEMO,
} from "../prompts/report-prompts.ts";
import { createQuoteSources } from "../../record/quotes/sources.ts";
import { readMemo } from "../../answers/open/read-memo.ts";
import type { Citation } from "../../protocol/citation.ts";
import type { SynthesizedEvent } from "../../protocol/events.ts";
import type { Memo } from "../../protocol/open-questions.ts";
import type { Difference, Position } from "../../protocol/position.ts";
import { formatDifferences } from "../comparing/quote-differences.ts";
import type { Quote } from "../prompts/marks.ts";

type Reporting = NonNullable<ResolvedConfig["report"]>;

/** Requests the list of claims and the memo, if the config asks for them. */
export async function writeReport(state: DebateState, decided: Decided): Promise<void> {
  const { report } = state.config;
  if (report === null || listVotes(state).length === 0) return;
  const claimList = await listClaims(state, report);
  if (report.type === "memo") await writeMemo(state, report, decided, claimList);
}

type Listed = Pick<CheckedClaims, "claims" | "unaddressed">;

async function listClaims(state: DebateState, { member, max }: Reporting): Promise<Listed> {
  const { ports, task } = state;
  const documents = createQuoteSources(ports.rounds, task.material)
    .context()
    .filter(({ of, text }) => of.document !== undefined && text !== "");
  const names = documents.map(({ of }) => of.document ?? "");
  const { about, value: checkedClaims } = await inquire(state, {
    role: "claims",
    round: ports.rounds.length,
    member: { ...member, name: "claims" },
    system: LISTING_CLAIMS,
    task: claimsTask(max, names),
    more: documents.map(({ of, text }) => ({ label: `document ${of.document}`, text })),
    schema: claimsSchema(names.length > 0),
    read: (text, positions, mark) => checkClaims(text, positions, max, mark, documents),
    expected: "one JSON object with the claims",
    unusable: "lists no claims",
  });
  ports.emit({
    type: "debate.claims",
    claims: checkedClaims?.claims ?? null,
    unaddressed: checkedClaims?.unaddressed ?? [],
    failedQuotes: checkedClaims?.failedQuotes ?? [],
    ...about,
  });
  return checkedClaims ?? { claims: [], unaddressed: [] };
}

async function writeMemo(
  state: DebateState,
  { member }: Reporting,
  decided: Decided,
  listed: Listed,
): Promise<void> {
  const { ports } = state;
  const { about, value: memo } = await inquire(state, {
    role: "memo",
    round: ports.rounds.length,
    member: { ...member, name: "memo" },
    system: WRITING_MEMO,
    task: memoTask(decided.isDecided),
    more: listMemoMaterial(decided, listed, currentDifferences(state)),
    named: true,
    schema: memoSchema(decided.isDecided),
    read: (text, positions, mark) => checkMemo(text, positions, decided, mark),
    expected: "one JSON object with the memo",
    unusable: "has no recommendation",
  });
  ports.emit({ type: "debate.memo", memo, ...about });
}

/** Decision that the memo explains. */
export interface Decided {
  event: SynthesizedEvent;
  /** True if no person has to review the decision. */
  isDecided: boolean;
}

/** Lists what the memo's writer gets in addition to the question and the positions. */
function listMemoMaterial(
  { event, isDecided }: Decided,
  { claims, unaddressed }: Pick<CheckedClaims, "claims" | "unaddressed">,
  differences: readonly Difference[],
): Quote[] {
  const { text, tally, judgment } = event;
  const counted = tally.map(
    ({ answer, label, votes, debaters }) =>
      `${votes} of the panel (${debaters.join(", ")}): ${label ?? answer}`,
  );
  const decision = isDecided ? (judgment ?? text) : counted.join("\n");
  const listed = claims.map(
    ({ text: claim, holders, opponents, quotes, documents }) =>
      `- ${claim} (for: ${holders.join(", ")}; against: ${opponents.join(", ") || "nobody"}${describeBearing(documents)})` +
      quotes.flatMap(quoteLine).join(""),
  );
  return [
    { label: isDecided ? "decision" : "votes", text: decision },
    ...(differences.length === 0
      ? []
      : [{ label: "where the positions differ", text: formatDifferences(differences) }]),
    ...(listed.length === 0 ? [] : [{ label: "claims", text: listed.join("\n") }]),
    ...(unaddressed.length === 0
      ? []
      : [{ label: "what nobody addressed", text: unaddressed.join("\n") }]),
  ];
}

/** Names the documents that support a claim, or says that none does. */
function describeBearing(documents: readonly Citation[] | undefined): string {
  if (documents === undefined) return "";
  const names = new Set(documents.map(({ document }) => document));
  return names.size === 0 ? "; no document bears it" : `; borne by: ${[...names].join(", ")}`;
}

function quoteLine({ debater, text, verified }: Citation): string[] {
  return verified ? [`\n  ${debater}: "${text}"`] : [];
}

/** Reads a memo and looks up its quotes. Missing dissent is added in the dissenters' own words. */
function checkMemo(
  reply: string,
  positions: readonly Position[],
  { event, isDecided }: Decided,
  mark?: string,
): Memo | null {
  const read = readMemo(reply, positions.length, mark);
  if (read === null) return null;
  const { quotes, options, ...parts } = read;
  const citations = quotes.map(citePositions(positions));
  return {
    ...parts,
    dissent:
      parts.dissent.length > 0
        ? parts.dissent.map((text) => withSpeaker(text, citations))
        : listOwnWords(event, positions),
    // A decision that stands has no options, even if the reply lists some.
    ...(isDecided ? {} : { options: options.length > 0 ? options : listOptions(event) }),
    ...(citations.length === 0 ? {} : { citations }),
  };
}

/** Only verified quotes are attributed to a member. */
function withSpeaker(text: string, cited: readonly Citation[]): string {
  const ownCitation = cited.find((citation) => citation.verified && citation.text === text);
  return ownCitation?.debater === undefined ? text : `${ownCitation.debater}: “${text}”`;
}

function listOptions({ tally }: SynthesizedEvent): NonNullable<Memo["options"]> {
  return tally.map(({ answer, label, debaters }) => ({
    option: label ?? answer,
    tradeOffs: [`held by ${debaters.join(", ")}`],
  }));
}

function listOwnWords({ dissent }: SynthesizedEvent, positions: readonly Position[]): string[] {
  return positions.flatMap(({ debater, answer }) =>
    dissent.includes(debater) && answer !== null ? [`${debater}: ${answer}`] : [],
  );
}

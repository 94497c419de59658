import type { Citation } from "../protocol/citation.ts";
import type { Finding } from "../protocol/findings.ts";
import type { Difference, Position, Round } from "../protocol/position.ts";
import { clipLine } from "../visible.ts";
import { MAX_SHORT_CHARS, shortenAnswer } from "./short-answer.ts";
import type { PartialResult } from "../protocol/result.ts";
import { describeSeverity, type DebateRecord } from "../record/index.ts";
import { numberAnswers } from "./answer-numbers.ts";
import { listFacts, listPositionNotes, listTables } from "./facts.ts";
import { listContext } from "./files.ts";
import {
  describePeople,
  describeTest,
  describeVerdict,
  describeVote,
  listRemarks,
} from "./findings/describe-votes.ts";
import { sortBySeverity } from "./findings/sort-findings.ts";
import {
  describeClaim,
  findRoundCrux,
  describeCrux,
  listMemoSections,
  describeSides,
} from "./memo.ts";
import { describeToolUse, formatToolResult } from "./tool-uses.ts";
import { listNotices, type Notice } from "./notices.ts";
import {
  describeAgreement,
  chooseAnswerText,
  formatAnswer,
  describeOutcome,
  describeReview,
} from "./phrases.ts";
import { listReplyQuotes, listJudgmentQuotes } from "./prose-quotes.ts";
import { hasWordings, listGroupNotes, groupWordings } from "./wordings.ts";

/**
 * A part of a document about a debate. Each form (Markdown, HTML, the terminal) has a writer of blocks, so that
 * all of them tell the same. Texts of blocks may be words of models, so writers take them as data.
 */
export type DocBlock =
  | { type: "heading"; level: 2 | 3; text: string }
  | SaidBlock
  /** One line of ours, which may have names in it. */
  | { type: "line"; text: string }
  | { type: "notice"; title: string; details: readonly string[] }
  | { type: "facts"; rows: readonly (readonly [name: string, words: string])[] }
  /** A list with a title is collapsed where a form allows it. */
  | { type: "list"; title?: string; items: readonly ListItem[] }
  | { type: "table"; names: readonly string[]; rows: readonly (readonly (string | number)[])[] }
  | ReplyBlock;

/** What somebody said, whole. */
interface SaidBlock {
  type: "said";
  text: string;
  /** What it is, in our words. */
  label?: string;
  role?: "question" | "answer";
  /** It is an answer, which is shown with its lists, tables, code and emphasis. */
  rich?: boolean;
  /** The quotes in it. */
  quotes?: readonly Citation[];
  /** Its quotes are claims, so those that stand nowhere are struck through. In prose they are only marked. */
  claimed?: boolean;
}

/** A debater's turn: in one line what it answers, and below that what it said. */
interface ReplyBlock {
  type: "reply";
  debater: string;
  /** The number of its answer; `null` if it doesn't vote. */
  number: number | null;
  notes: readonly string[];
  answer: string | null;
  /** The answer in one line, where the rest is folded. */
  headline: string;
  body: readonly SaidBlock[];
}

export interface ListItem {
  text: string;
  /** What it is, in our words, before the text. */
  lead?: string;
  aside?: string;
  more?: readonly string[];
  /** Quotes that it is borne out by. */
  quotes?: readonly Citation[];
  /** Quotes in its text. */
  marks?: readonly Citation[];
}

/** A whole debate, its answer first. */
export function listBlocks(record: DebateRecord): DocBlock[] {
  const { result, started } = record;
  const context = listContext(started?.context).map((text) => ({ text }));
  const [votes = [], ranking = [], cheaper = []] = listTables(result).map(
    ({ title, names, rows }) =>
      listSection(title, rows.length === 0 ? [] : [{ type: "table", names, rows }]),
  );
  return [
    { type: "said", role: "question", text: result.question },
    ...(context.length === 0 ? [] : [{ type: "list", title: "Context", items: context } as const]),
    ...listNotices(record).map(makeNoticeBlock),
    ...listSection("Answer", [
      { type: "said", role: "answer", rich: true, text: chooseAnswerText(result) || "(none)" },
    ]),
    ...listReviewBlocks(record),
    ...listSection(DIFFERENCES_TITLE, listDifferenceBlocks(result)),
    { type: "facts", rows: listFacts(record) },
    ...listMemoBlocks(result),
    ...listClaimBlocks(result),
    ...(result.verdict === undefined
      ? []
      : listSection("Verdict on the plan", [
          { type: "line", text: describeVerdict(result.verdict) },
        ])),
    ...listSection("Findings", sortBySeverity(result.findings ?? []).flatMap(listFindingBlocks)),
    ...votes,
    ...ranking,
    ...listSection("Dissent", result.dissent.map(makeDissentBlock)),
    ...result.rounds.flatMap((_, place) =>
      listRoundBlocks(result, place, (position) => listReplyQuotes(record, position)),
    ),
    ...listJudgmentBlocks(record),
    ...cheaper,
  ];
}

/** A heading with what stands below it; nothing if that is nothing. */
function listSection(title: string, blocks: readonly DocBlock[]): DocBlock[] {
  return blocks.length === 0 ? [] : [{ type: "heading", level: 2, text: title }, ...blocks];
}

/** The heading of what the answers don't share. */
export const DIFFERENCES_TITLE = "Where they differ";

/** Each point on which the answers differ, with who says what. */
function listDifferenceBlocks({ differences }: PartialResult): DocBlock[] {
  if (differences.length === 0) return [];
  const items = differences.map((difference) => ({
    lead: clipLine(difference.about, MAX_SHORT_CHARS),
    ...(difference.kind === "unique" ? { aside: "only some mention it" } : {}),
    text: "",
    more: describeStatements(difference),
  }));
  return [{ type: "list", items }];
}

/** "ada, boole: about 5 M" for each statement of a difference. */
export function describeStatements({ says }: Difference): string[] {
  return says.map(({ debaters, text }) =>
    clipLine(`${debaters.join(", ")}: ${text}`, MAX_SHORT_CHARS),
  );
}

function listReviewBlocks({ result, reviewed }: DebateRecord): DocBlock[] {
  const { review, outcome, memo, claims } = result;
  const known = outcome ? [makeNoticeBlock({ title: describeOutcome(outcome), details: [] })] : [];
  if (!review) return known;
  const details = review.reason ? [review.reason] : [];
  if (review.verdict !== "confirm" && (memo ?? claims) !== undefined)
    details.push("The memo and the claims were written for the panel's answer.");
  return [makeNoticeBlock({ title: describeReview(review, reviewed), details }), ...known];
}

function makeNoticeBlock({ title, details }: Pick<Notice, "title" | "details">): DocBlock {
  return { type: "notice", title, details };
}

export function listMemoBlocks({ memo }: PartialResult): DocBlock[] {
  const sections = memo ? listMemoSections(memo) : [];
  const blocks = sections.flatMap(({ title, items }): DocBlock[] => [
    { type: "heading", level: 3, text: title },
    { type: "list", items: items.map((item) => ({ ...item, marks: memo?.citations ?? [] })) },
  ]);
  return listSection("Memo", blocks);
}

export function listClaimBlocks(result: PartialResult): DocBlock[] {
  const { claims, unaddressed = [] } = result;
  if (claims === undefined) return [];
  const items = claims.map((claim) => ({
    lead: describeClaim(claim, result),
    aside: describeSides(claim),
    text: claim.text,
    quotes: claim.quotes,
  }));
  const none = "No claim is borne out by the words of a debater.";
  const open = unaddressed.map((text) => ({ text }));
  return listSection("Claims", [
    items.length === 0 ? { type: "line", text: none } : { type: "list", items },
    ...(open.length === 0
      ? []
      : ([
          { type: "heading", level: 3, text: "Nobody addressed" },
          { type: "list", items: open },
        ] as const)),
  ]);
}

/** What a review found, with its quotes and what the others said of it. */
function listFindingBlocks(finding: Finding, index: number): DocBlock[] {
  const { claim, status, quotes, votes, test } = finding;
  const tested = describeTest(finding);
  const head = `${index + 1}. ${describeSeverity(finding)}, ${status}`;
  return [
    { type: "heading", level: 3, text: head },
    { type: "said", text: claim },
    ...listRemarks(finding).map((text) => ({ type: "said" as const, text })),
    { type: "line", text: `${describePeople(finding)}.` },
    ...quotes.map((quote) => makeQuoteBlock("It quotes", quote)),
    ...(test && tested !== null ? [{ type: "said" as const, label: tested, text: test.text }] : []),
    ...(test?.says === undefined
      ? []
      : [{ type: "said" as const, label: "what it printed", text: test.says }]),
    ...votes.flatMap((vote): DocBlock[] => [
      { type: "line", text: describeVote(vote) },
      ...(vote.quote ? [makeQuoteBlock("The vote quotes", vote.quote)] : []),
    ]),
  ];
}

function makeQuoteBlock(words: string, { text, verified, document }: Citation): DocBlock {
  const from = document === undefined ? "" : `, from ${document}`;
  const label = `${words}${verified ? from : ", but it does not stand in the material"}`;
  return { type: "said", label, text };
}

function makeDissentBlock({ debater, answer }: Position): DocBlock {
  const text = formatAnswer(answer) || "(no answer)";
  return { type: "said", label: `${debater} answers`, rich: true, text };
}

/** One round: the claim that it began with, the wordings of its answers, and every reply. */
export function listRoundBlocks(
  result: PartialResult,
  place: number,
  /** The quotations in a debater's reply. */
  findQuotes: (position: Position) => readonly Citation[] = () => [],
): DocBlock[] {
  const { index, agreement, positions } = result.rounds[place] as Round;
  const numbers = numberAnswers(result.rounds)[place] ?? [];
  const name = index === 0 ? "Round 0, independent" : `Round ${index}`;
  const crux = findRoundCrux(result, index);
  return [
    { type: "heading", level: 2, text: `${name}: ${describeAgreement(agreement)}` },
    ...(crux === null
      ? []
      : ([
          { type: "said", label: "The disagreement turns on", text: crux.claim },
          { type: "line", text: describeCrux(crux) },
        ] as const)),
    ...listWordingBlocks(result.rounds, place),
    ...positions.map((position, member) =>
      makeReplyBlock(position, numbers[member] ?? null, findQuotes(position)),
    ),
  ];
}

/** Which wordings count as one answer, where somebody had to tell. */
function listWordingBlocks(rounds: readonly Round[], place: number): DocBlock[] {
  if (!hasWordings(rounds, place)) return [];
  const items = groupWordings(rounds, place).map((group) => ({
    text: clipLine(
      group.wordings.map(({ text }) => shortenAnswer(text)).join(" = "),
      MAX_SHORT_CHARS,
    ),
    aside: listGroupNotes(group).join("; "),
  }));
  return [{ type: "list", title: "Answers and their wordings", items }];
}

function makeReplyBlock(
  position: Position,
  number: number | null,
  quotes: readonly Citation[],
): ReplyBlock {
  const { debater, status, answer, text, error = "", side, justification } = position;
  const notes = [
    ...listPositionNotes(position),
    ...(side === undefined ? [] : ["argues for the answer given to it"]),
  ];
  const body: SaidBlock[] = [];
  if (status === "failed") body.push({ type: "said", label: "Error", text: error });
  if (status === "spoke" || status === "unread" || (status === "cancelled" && text !== ""))
    body.push({ type: "said", label: "Reply", text, quotes });
  if (justification !== undefined)
    body.push({ type: "said", label: "Reason for the change", text: justification });
  if (position.check !== undefined)
    body.push({ type: "said", label: "What the check says", text: position.check });
  for (const use of position.toolCalls ?? []) {
    body.push({ type: "said", label: describeToolUse(use), text: formatToolResult(use) });
  }
  return { type: "reply", debater, number, notes, answer, headline: shortenAnswer(answer), body };
}

export function listJudgmentBlocks(record: DebateRecord): DocBlock[] {
  const { judgment: text, citations } = record.result.decision;
  if (text === undefined) return [];
  const quotes = citations ?? listJudgmentQuotes(record);
  return listSection("The judge", [
    { type: "said", text, quotes, claimed: citations !== undefined },
  ]);
}

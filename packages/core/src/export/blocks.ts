import type { Citation } from "../protocol/citation.ts";
import type { Difference, Position, Round } from "../protocol/position.ts";
import { clipLine } from "../visible.ts";
import { capitalize, nameReviewRound, nameRound } from "../format.ts";
import { MAX_SHORT_CHARS, shortenAnswer } from "./short-answer.ts";
import type { PartialResult } from "../protocol/result.ts";
import { lacksComparison } from "../record/uncompared.ts";
import { mapLabelsToNames, nameLabels } from "../record/peer-labels.ts";
import type { DebateRecord } from "../record/recorder.ts";
import { findAnswerKind } from "./answer-markdown.ts";
import { numberAnswers } from "./answer-numbers.ts";
import type { DocBlock } from "./doc-block.ts";
import { listFacts, listTables } from "./facts.ts";
import { listContext } from "./files.ts";
import { nameMembers, nameUnnamed } from "./member-names.ts";
import {
  describePeople,
  describeTest,
  describeVerdict,
  describeVote,
  listRemarks,
} from "./findings/describe-votes.ts";
import { isAmongQuotes, listDistinctQuotes } from "./findings/distinct-quotes.ts";
import {
  describeStanding,
  formatPlace,
  listReviewedDocuments,
  locateFindings,
  locateQuote,
  type LocatedFinding,
  type ReviewedDocument,
} from "./findings/locate-findings.ts";
import { describeReviewed } from "./findings/review-title.ts";
import { sortBySeverity } from "./findings/sort-findings.ts";
import {
  describeClaim,
  findRoundCrux,
  describeCrux,
  listMemoSections,
  describeSides,
} from "./memo.ts";
import { listNotices, type Notice } from "./notices.ts";
import {
  describeAgreement,
  chooseAnswerText,
  formatAnswer,
  describeOutcome,
  describeReview,
} from "./phrases.ts";
import { listReplyQuotes, listJudgmentQuotes } from "./prose-quotes.ts";
import { makeAnswerBlock, makeReplyBlock } from "./reply-block.ts";
import { formatReasons } from "./verdict-text.ts";
import { describeGrouping, groupWordings, hasWordings } from "./wordings.ts";

/** A complete debate, with the answer first. */
export function listBlocks(source: DebateRecord): DocBlock[] {
  const record = nameMembers(source, nameUnnamed(source.started?.panel ?? []));
  const { result, started } = record;
  const kind = findAnswerKind(record);
  const context = listContext(started?.context).map((text) => ({ text }));
  const [votes = [], ranking = [], cheaper = []] = listTables(result).map(
    ({ title, names, rows }) =>
      listSection(title, rows.length === 0 ? [] : [{ type: "table", names, rows }]),
  );
  return [
    { type: "text", role: "question", text: result.question },
    ...(context.length === 0 ? [] : [{ type: "list", title: "Context", items: context } as const]),
    ...listNotices(record).map(makeNoticeBlock),
    ...(result.findings === undefined
      ? listSection("Answer", [
          {
            ...makeAnswerBlock(chooseAnswerText(result) || "(none)", result.text, kind),
            role: "answer",
          },
        ])
      : listFindingsBlocks(result, listReviewedDocuments(started?.context))),
    ...listReviewBlocks(record),
    ...listSection(DIFFERENCES_TITLE, listDifferenceBlocks(result)),
    { type: "facts", rows: listFacts(record) },
    ...listMemoBlocks(result),
    ...listClaimBlocks(result),
    ...votes,
    ...ranking,
    ...listSection(
      lacksComparison(result.rounds) ? "Other answers" : "Dissent",
      result.dissent.map((position) => makeDissentBlock(position, kind)),
    ),
    ...result.rounds.flatMap((_, index) =>
      listRoundBlocks(result, index, {
        kind,
        findQuotes: (position) => listReplyQuotes(record, position),
      }),
    ),
    ...listJudgmentBlocks(record),
    ...cheaper,
  ];
}

/** Title of a document about a debate or a review. */
export function titleDocument(record: DebateRecord): string {
  const title = record.result.findings === undefined ? "debate" : "review";
  return capitalize(describeReviewed(record) ?? title);
}

/** Findings of a review, shown in place of an answer. */
function listFindingsBlocks(
  { findings = [], verdict }: PartialResult,
  documents: readonly ReviewedDocument[],
): DocBlock[] {
  const located = sortBySeverity(locateFindings(findings, documents));
  const none: DocBlock = { type: "line", text: "No findings." };
  return [
    ...(verdict === undefined
      ? []
      : listSection("Verdict on the plan", [{ type: "line", text: describeVerdict(verdict) }])),
    ...listSection(
      "Findings",
      located.length === 0
        ? [none]
        : located.flatMap((finding, index) => listFindingBlocks(finding, index, documents)),
    ),
  ];
}

/** A heading and its blocks. Empty if there are no blocks. */
function listSection(title: string, blocks: readonly DocBlock[]): DocBlock[] {
  return blocks.length === 0 ? [] : [{ type: "heading", level: 2, text: title }, ...blocks];
}

/** Heading of the differences between the answers. */
export const DIFFERENCES_TITLE = "Where they differ";

/** Each point on which the answers differ, and who says what. */
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
  const outcomeBlocks = outcome
    ? [makeNoticeBlock({ title: describeOutcome(outcome), details: [] })]
    : [];
  if (!review) return outcomeBlocks;
  const details = review.reason ? [review.reason] : [];
  if (review.verdict !== "confirm" && (memo ?? claims) !== undefined)
    details.push("The memo and the claims were written for the panel's answer.");
  return [makeNoticeBlock({ title: describeReview(review, reviewed), details }), ...outcomeBlocks];
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
  const noClaims = "No claim is supported by a quote from a debater.";
  const unaddressedItems = unaddressed.map((text) => ({ text }));
  return listSection("Claims", [
    items.length === 0 ? { type: "line", text: noClaims } : { type: "list", items },
    ...(unaddressedItems.length === 0
      ? []
      : ([
          { type: "heading", level: 3, text: "Not addressed by anyone" },
          { type: "list", items: unaddressedItems },
        ] as const)),
  ]);
}

/** A finding of a review, with its quotes and votes. */
function listFindingBlocks(
  finding: LocatedFinding,
  index: number,
  documents: readonly ReviewedDocument[],
): DocBlock[] {
  const { claim, quotes, votes, test, at } = finding;
  const testResult = describeTest(finding);
  const place = at === null ? "" : `: ${formatPlace(finding)}`;
  const head = `${index + 1}. ${describeStanding(finding)}${place}`;
  const makeQuoteBlock = (words: string, quote: Citation): DocBlock => ({
    type: "code",
    label: `${words}${describeOrigin(quote, documents)}`,
    text: quote.text,
  });
  return [
    { type: "heading", level: 3, text: head },
    { type: "text", text: claim },
    ...listRemarks(finding).map((text) => ({ type: "text" as const, text })),
    { type: "line", text: `${describePeople(finding)}.` },
    ...listDistinctQuotes(quotes).map((quote) => makeQuoteBlock("It quotes", quote)),
    ...(test && testResult !== null
      ? [{ type: "code" as const, label: testResult, text: test.text }]
      : []),
    ...(test?.says === undefined
      ? []
      : [{ type: "code" as const, label: "what it printed", text: test.says }]),
    ...votes.flatMap((vote): DocBlock[] => [
      { type: "line", text: describeVote(vote) },
      ...(vote.quote && !isAmongQuotes(vote.quote, quotes)
        ? [makeQuoteBlock("The vote quotes", vote.quote)]
        : []),
    ]),
  ];
}

/** ", from src/cart.ts:20:5". Documents that a tool returned have no lines. */
function describeOrigin(quote: Citation, documents: readonly ReviewedDocument[]): string {
  if (!quote.verified) return ", but it is not in the material";
  const at = locateQuote(quote, documents);
  if (at !== null) return `, from ${formatPlace({ at })}`;
  return quote.document === undefined ? "" : `, from ${quote.document}`;
}

function makeDissentBlock({ debater, answer, text }: Position, kind: string): DocBlock {
  const block = makeAnswerBlock(formatAnswer(answer) || "(no answer)", text, kind);
  return { ...block, label: `${debater} answers` };
}

/** One round: the claim that it began with, the wordings of its answers, and every reply. */
export function listRoundBlocks(
  result: PartialResult,
  place: number,
  {
    kind = findAnswerKind({ started: null, result }),
    findQuotes = () => [],
  }: {
    /** Kind of the answers. */
    kind?: string;
    /** Finds the quotations in a debater's reply. */
    findQuotes?: (position: Position) => readonly Citation[];
  } = {},
): DocBlock[] {
  const round = result.rounds[place] as Round;
  const { index, positions } = round;
  const numbers = numberAnswers(result.rounds)[place] ?? [];
  const crux = findRoundCrux(result, index);
  return [
    {
      type: "heading",
      level: 2,
      text: capitalize(
        result.findings === undefined
          ? `${nameRound(index)}: ${describeAgreement(result.rounds.slice(0, place + 1))}`
          : nameReviewRound(index),
      ),
    },
    ...(crux === null
      ? []
      : ([
          { type: "text", label: "The disagreement turns on", text: crux.claim },
          { type: "line", text: describeCrux(crux) },
        ] as const)),
    ...listWordingBlocks(result.rounds, place),
    ...positions.map((position, member) =>
      makeReplyBlock(position, {
        result,
        kind,
        number: numbers[member] ?? null,
        quotes: findQuotes(position),
      }),
    ),
  ];
}

/** A list of the wordings of each answer that has more than one. */
function listWordingBlocks(rounds: readonly Round[], place: number): DocBlock[] {
  if (!hasWordings(rounds, place)) return [];
  return groupWordings(rounds, place).flatMap((group): DocBlock[] => {
    const headlines = [...new Set(group.wordings.map(({ text }) => shortenAnswer(text)))];
    // Longer answers may differ below the same headline.
    if (headlines.length === 1) return [];
    const title = `Counted as the same answer, ${describeGrouping(group)}`;
    const aside = group.label === null ? {} : { aside: `label: ${group.label}` };
    const items = headlines.map((text, index) => (index === 0 ? { text, ...aside } : { text }));
    return [{ type: "list", title, items }];
  });
}

export function listJudgmentBlocks(record: DebateRecord): DocBlock[] {
  const { judgment, citations } = record.result.decision;
  if (judgment === undefined) return [];
  const quotes = citations ?? listJudgmentQuotes(record);
  const text = nameLabels(formatReasons(judgment), mapLabelsToNames(record.started));
  return listSection("The judge", [
    { type: "text", text, quotes, claimed: citations !== undefined },
  ]);
}

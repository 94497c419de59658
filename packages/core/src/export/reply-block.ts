import { readProse } from "../answers/reply/read-prose.ts";
import type { Citation } from "../protocol/citation.ts";
import type { Finding } from "../protocol/findings.ts";
import type { Position } from "../protocol/position.ts";
import type { PartialResult } from "../protocol/result.ts";
import { formatCount } from "../format.ts";
import { formatAnswerMarkdown } from "./answer-markdown.ts";
import type { ListBlock, ListItem, ReplyBlock, TextBlock } from "./doc-block.ts";
import { listPositionNotes } from "./facts.ts";
import { describeVerdictOfVote } from "./findings/describe-votes.ts";
import { isVerdict, readPoints } from "./findings/read-points.ts";
import { sortBySeverity } from "./findings/sort-findings.ts";
import { wasCutOff } from "./phrases.ts";
import { shortenAnswer } from "./short-answer.ts";
import { describeToolUse, formatToolResult } from "./tool-uses.ts";
import { isJsonReply } from "./verdict-text.ts";

/** What a reply is shown with. */
export interface ReplyContext {
  result: PartialResult;
  /** Kind of the debate's answers. */
  kind: string;
  /** Number of the reply's answer. `null` if it doesn't vote. */
  number: number | null;
  /** Quotations in its prose. */
  quotes: readonly Citation[];
}

/** A debater's reply. What a program asked for as JSON is shown in words. */
export function makeReplyBlock(
  position: Position,
  { result, kind, number, quotes }: ReplyContext,
): ReplyBlock {
  const { debater, status, answer, text, error = "", side, justification } = position;
  const notes = [
    ...listPositionNotes(position),
    ...(side === undefined ? [] : ["argues for the answer given to it"]),
  ];
  const isReview = result.findings !== undefined || kind === "findings";
  const items = isReview ? listPoints(position, result) : listCritique(position);
  const body: (TextBlock | ListBlock)[] = [];
  if (status === "failed" && !wasCutOff(position))
    body.push({ type: "text", label: "Error", text: error });
  if (status === "spoke" || status === "unread" || (status === "cancelled" && text !== "")) {
    const replyText = isReview || items.length > 0 ? readProse(text) : readReasoning(position);
    // A reply that could not be read is shown as it came.
    const shownText = status === "spoke" ? replyText : text;
    if (shownText !== "") body.push({ type: "text", label: "Reply", text: shownText, quotes });
  }
  if (items.length > 0) body.push({ type: "list", items });
  if (justification !== undefined)
    body.push({ type: "text", label: "Reason for the change", text: justification });
  if (position.check !== undefined)
    body.push({ type: "text", label: "Output of the check", text: position.check });
  for (const use of position.toolCalls ?? []) {
    body.push({ type: "text", label: describeToolUse(use), text: formatToolResult(use) });
  }
  const shownAnswer = items.length > 0 ? null : answer;
  const reasons = status === "spoke" && shownAnswer !== null ? separateReasons(position) : null;
  const isInReasons = ({ text: quote }: Citation): boolean => reasons?.includes(quote) === true;
  return {
    type: "reply",
    debater,
    number,
    notes,
    answer: shownAnswer,
    shownAnswer:
      shownAnswer === null
        ? null
        : {
            ...makeAnswerBlock(shownAnswer, text, kind),
            quotes: reasons === null ? [] : quotes.filter((quote) => !isInReasons(quote)),
          },
    reasoning:
      reasons === null
        ? null
        : { type: "text", label: "Reasoning", text: reasons, quotes: quotes.filter(isInReasons) },
    headline:
      items.length > 0 ? formatCount(items.length, nameItem(position)) : shortenAnswer(answer),
    body,
  };
}

export function makeAnswerBlock(answer: string, reply: string, kind: string): TextBlock {
  const { text, isMarkdown } = formatAnswerMarkdown(answer, reply, kind);
  return { type: "text", text, rich: isMarkdown };
}

/** Matches a line that only says that the answer follows, or has the confidence, which is a note of the reply. */
const LABEL_LINE = /^\W*(?:(?:final )?answer\W*|confidence\W*[\d.]+\W*)?$/i;

/** The reasons in a reply that consists of reasons and answer; `null` if it has more to say. */
function separateReasons({ text, reasoning, answer }: Position): string | null {
  if (answer === null || !text.includes(answer) || !text.includes(reasoning)) return null;
  const rest = text.replace(reasoning, () => "").replace(answer, () => "");
  return rest.split("\n").every((line) => LABEL_LINE.test(line)) ? reasoning : null;
}

/** The reply, or only its reasoning if it is an object with the answer, which is shown anyway. */
function readReasoning({ text, reasoning, answer }: Position): string {
  return answer !== null && isJsonReply(text) ? reasoning : text;
}

/** What a member of a review reported, or its votes. Empty if it has no findings, or can't be read. */
function listPoints(
  { debater, round, answer }: Position,
  { findings = [] }: PartialResult,
): ListItem[] {
  const votes = round === 0 ? [] : sortBySeverity(findings).flatMap(listVotesOn);
  // Before the decision, only the answer has the votes.
  if (votes.length > 0) return votes;
  return readPoints(answer).map(({ mark, severity, claim }) => ({
    lead: isVerdict(mark)
      ? describeVerdictOfVote({ vote: mark, ...(severity === null ? {} : { severity }) })
      : mark,
    text: claim,
  }));

  function listVotesOn({ claim, votes: castVotes }: Finding): ListItem[] {
    return castVotes
      .filter((vote) => vote.debater === debater)
      .map((vote) => ({
        lead: describeVerdictOfVote(vote),
        text: claim,
        ...(vote.reason === undefined ? {} : { more: [vote.reason] }),
        ...(vote.quote === undefined ? {} : { quotes: [vote.quote] }),
      }));
  }
}

/** A critic's remarks on a draft. */
function listCritique({ critique = [] }: Position): ListItem[] {
  return critique.map(({ quote, problem, suggestion }) => ({
    text: problem,
    ...(suggestion === "" ? {} : { more: [`Instead: ${suggestion}`] }),
    ...(quote === null ? {} : { quotes: [quote] }),
  }));
}

function nameItem({ critique, round }: Position): string {
  if (critique !== undefined) return "remark";
  return round === 0 ? "finding" : "vote";
}

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Position } from "@rostrum/core/protocol";
import { formatCount, isVerdict, readPoints, shortenAnswer } from "@rostrum/core/export";
import { clipLine, escapeInvisible } from "@rostrum/core/support";
import { renderLine } from "../../markdown/markdown.tsx";
import { Avatar } from "../../parts/avatar.tsx";
import { Icon } from "../../parts/icon.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { useAnswerSymbol } from "../../parts/symbols.ts";
import { AnswerSymbol } from "../../parts/answer-symbol.tsx";
import { usePrinting } from "../../parts/use-printing.ts";
import { describeAnswer } from "../../record/describe-answer.ts";
import { describeCause, wasStoppedByUser } from "../../record/describe-cause.ts";
import { splitHeadline } from "../../record/split-headline.ts";
import { readReasons } from "../../record/read-reasons.ts";
import { readLiveText } from "../../feed/read-live-text.ts";
import { formatWithNames } from "../../markdown/debater-names.ts";
import { formatModel } from "../../record/format-model.ts";
import { findSentenceEnd } from "../../text/sentences.ts";
import { stripMarkdown } from "../../text/strip-markdown.ts";
import type { MemberProps } from "./member-props.ts";

// Loaded on demand, because many readers open no reply.
const MemberReplies = lazy(
  async () => (await import("./member-replies.tsx")).MemberReplies,
  "part",
);

/** A member: its latest answer in one line and its answers by round. Opens to show its replies. */
export function MemberRow(props: MemberProps): VNode {
  const {
    snapshot,
    numbers,
    names,
    name,
    model,
    weight,
    member,
    replyAddress,
    openMember,
    onlyRound,
  } = props;
  const { record } = snapshot;
  const { rounds } = record.result;
  const shownRounds =
    onlyRound === undefined ? rounds : rounds.filter(({ index }) => index === onlyRound);
  const positions = shownRounds.flatMap(({ positions: list }) => list[member] ?? []);
  const last = positions.findLast(({ status }) => status !== "not_asked");
  const isNamed =
    replyAddress?.debater === name && (onlyRound === undefined || replyAddress.round === onlyRound);
  const isAddressed = isNamed || (onlyRound === undefined && openMember === name);
  const printing = usePrinting();
  const [open, setOpen] = useState(isAddressed);
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isAddressed) setOpen(true);
  }, [isAddressed, replyAddress?.round]);
  useEffect(() => {
    if (openMember === name) box.current?.scrollIntoView({ block: "start" });
  }, [openMember]);
  const ownNumbers = shownRounds.map(({ index }) => numbers[index]?.[member] ?? null);
  const number = ownNumbers.findLast((each) => each !== null) ?? null;
  const isOut = last === undefined || (last.status === "failed" && number === null);
  return (
    <details
      class="member"
      id={onlyRound === undefined ? `member-${member}` : undefined}
      ref={box}
      open={open || printing}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <Avatar name={name} number={number} isOut={isOut} />
        <span class="member-name">
          <bdi>{escapeInvisible(name)}</bdi>
          <small>
            {describeModel(model, name)}
            {weight === 1 ? "" : ` × ${weight}`}
          </small>
        </span>
        <span class="member-says said">
          {last === undefined ? (
            <span class="dim">{record.status === "waiting" ? "No answer yet" : "Not asked"}</span>
          ) : (
            <>
              <span class="member-answer">{renderLine(describeReply(last), names)}</span>
              <small>{formatWithNames(describeReason(last), names)}</small>
            </>
          )}
        </span>
        <Track rounds={ownNumbers} positions={positions} />
        <span class="member-end">
          {last && <StateTag positions={positions} last={last} numbers={ownNumbers} />}
        </span>
        <Icon name="next" />
      </summary>
      {(open || printing) && <MemberReplies {...props} />}
    </details>
  );
}

/** The model, or only its provider if the member is called like the model. */
function describeModel(model: string, name: string): string {
  const modelName = formatModel(model);
  if (modelName === name) return "";
  return modelName.endsWith(`/${name}`) ? modelName.slice(0, -name.length - 1) : modelName;
}

/** Describes a reply in one line: its answer, the number of its findings, or its absence. */
function describeReply(position: Position): string {
  const { answer, critique, status, headline } = position;
  if (critique) return formatCount(critique.length, "remark");
  const points = readPoints(answer);
  if (points.length > 0) {
    const isCheck = points.every(({ mark }) => isVerdict(mark));
    return formatCount(points.length, isCheck ? "vote" : "finding");
  }
  if (status === "failed")
    return wasStoppedByUser(position) ? "Stopped before it replied" : "No reply";
  if (answer === null || answer.trim() === "") return "No answer";
  const answerText = describeAnswer(answer);
  return shortenAnswer(
    answerText === answer && headline !== null ? splitHeadline(answer).headline : answerText,
    {
      length: 160,
    },
  );
}

const MAX_REASON_CHARS = 130;

/** The second line: the reason for a change or a failure, or the beginning of the reasons. */
function describeReason(position: Position): string {
  if (position.status === "failed")
    return wasStoppedByUser(position) ? "" : describeCause(position);
  const reasons = position.justification ?? readLiveText(readReasons(position));
  const plain = stripMarkdown(reasons.slice(0, 4 * MAX_REASON_CHARS)).replace(/^[#\s]+/, "");
  if (plain === position.answer) return "";
  const end = findSentenceEnd(plain, MAX_REASON_CHARS);
  return end > 0 ? plain.slice(0, end) : clipLine(plain, MAX_REASON_CHARS);
}

interface TrackProps {
  rounds: readonly (number | null)[];
  positions: readonly Position[];
}

/** Number of the member's answer in each round, hollow where it wasn't asked again. */
function Track({ rounds, positions }: TrackProps): VNode {
  const formatSymbol = useAnswerSymbol();
  if (rounds.length > 6 || rounds.every((number) => number === null))
    return <span class="member-track" />;
  const isKept = (index: number): boolean => positions[index]?.status === "kept";
  const roundTexts = rounds.map((number, index) => {
    const answer = number === null ? "none" : `answer ${formatSymbol(number)}`;
    return `round ${index + 1}: ${isKept(index) ? "not asked again" : answer}`;
  });
  return (
    <span class="member-track" title={roundTexts.join(", ")}>
      <span class="hidden">{roundTexts.join(", ")}</span>
      {rounds.map((number, index) => (
        <AnswerSymbol number={number} isHollow={isKept(index)} />
      ))}
    </span>
  );
}

function StateTag({
  positions,
  last,
  numbers,
}: {
  positions: readonly Position[];
  last: Position;
  numbers: readonly (number | null)[];
}): VNode | null {
  if (last.status === "failed" && !wasStoppedByUser(last))
    return <span class="tag bad">Failed</span>;
  if (last.status === "unread") return <span class="tag warn">Not counted</span>;
  const change = positions.findLast(({ changed }) => changed);
  if (change) return <span class="tag warn">Changed in round {change.round + 1}</span>;
  const replies = positions.filter(
    (position, index) => position.status !== "kept" && numbers[index] !== null,
  );
  if (replies.length > 1) return <span class="tag outline">Kept</span>;
  const isKept = positions.length > 1 && positions.some((position) => position.status === "kept");
  return isKept ? <span class="tag outline">Not asked again</span> : null;
}

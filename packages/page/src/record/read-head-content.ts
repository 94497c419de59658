import { findTie, lacksComparison, listAsked, type DebateRecord } from "@rostrum/core/record";
import type { PartialResult, Round } from "@rostrum/core/protocol";
import { describeMethod, formatAnswer, formatCount, formatDateTime } from "@rostrum/core/export";
import { clipLine, wasStopped } from "@rostrum/core/support";
import { describeReviewHeadline } from "./describe-findings.ts";
import { listMembers, type StandingMember } from "./list-members.ts";
import { formatFields, readFields } from "./read-fields.ts";
import { readsAsRefusal } from "./reads-as-refusal.ts";
import { findWinningLabel, splitHeadline } from "./split-headline.ts";
import { isComparing } from "./phase.ts";
import { countWord } from "./count-word.ts";
import { joinVisibleNames } from "./join-visible-names.ts";

/** Content of a debate's page head: the same while it runs, afterwards and after a reload. */
export interface HeadContent {
  kind:
    | "running"
    | "waiting"
    | "failed"
    | "stopped"
    | "tied"
    | "unanswered"
    | "declined"
    | "decidedByPerson"
    | "answered";
  /** Main line of the page, in its largest type. */
  headline: string;
  /** True if the headline is an answer in its author's words, which may contain Markdown. */
  isAnswer: boolean;
  members: StandingMember[];
  /** Share of the called members who agree with the answer: "2 of 3". Empty without votes. */
  support: string;
  /** Words after the support, usually the members who disagree: "boole differs". */
  detail: string;
  /** True if the section with the differences explains the detail. */
  isDetailLinked?: boolean;
  /** Last words of the line, usually the method of the decision. */
  note: string;
}

type Numbers = readonly (readonly (number | null)[])[];

/** Derives the page head from a record. */
export function readHeadContent(record: DebateRecord, numbers: Numbers): HeadContent {
  const members = listMembers(record, numbers);
  const { status, result, error } = record;
  const plain = { members, support: "", detail: "", note: "", isAnswer: false };
  if (status === "running") return readRunning(record, members);
  if (status === "waiting")
    return { ...plain, kind: "waiting", headline: describeWait(record, members) };
  if (wasStopped(error))
    return { ...plain, kind: "stopped", headline: "Stopped before there was an answer" };
  if (status === "failed")
    return { ...plain, kind: "failed", headline: describeFailure(result, members.length) };
  if (result.review) return readDecidedByPerson(record, members);
  const tie = findTie(result);
  if (tie && lacksComparison(result.rounds))
    return { ...plain, kind: "tied", headline: "The answers were not compared" };
  if (tie)
    return {
      ...plain,
      kind: "tied",
      headline: describeTie(tie.length, tie[0]?.votes ?? 0),
      support: tie.map(({ votes }) => votes).join(" to "),
      detail: `after ${formatCount(result.rounds.length, "round")}`,
      note: record.started?.judge ? "" : "No judge in this panel",
    };
  const unanswered = describeMissingAnswer(result);
  if (unanswered !== "") return { ...plain, kind: "unanswered", headline: unanswered };
  if (readsAsRefusal(formatAnswer(result.answer)))
    return { ...plain, kind: "declined", headline: "The panel declined to answer" };
  return {
    kind: "answered",
    headline: result.findings
      ? describeReviewHeadline(result)
      : (describeDraft(result) ?? readHeadline(result)),
    isAnswer: result.findings === undefined && result.decision.method !== "drafted",
    members,
    ...countSupport(members, result.rounds, result),
    note: describeOrigin(record, members),
  };
}

/** The answer in one line: the panel's headline, or its fields. */
function readHeadline(result: PartialResult): string {
  const { answer, unit, decision } = result;
  const fields = typeof answer === "object" ? readFields(answer) : null;
  if (fields) return clipLine(formatFields(fields), 160);
  const text = formatAnswer(answer, unit).trim();
  if (/^(?:```|~~~|\|)/.test(text))
    return decision.tally[0]?.label ?? (text.startsWith("|") ? "A table" : "A program");
  return splitHeadline(text, findWinningLabel(result)).headline;
}

function readRunning(record: DebateRecord, members: StandingMember[]): HeadContent {
  const { result, completedRounds, started, phase } = record;
  const round = result.rounds[completedRounds - 1];
  const first = members.find(({ stance }) => stance === "for");
  const leader = round?.positions.find(({ debater }) => debater === first?.name);
  const base = {
    kind: "running" as const,
    members,
    note: isComparing(record)
      ? ""
      : describeProgress(phase, result.rounds.length, started?.rounds ?? 0),
  };
  if (!round || round.agreement === null || members.every(({ stance }) => stance === "present"))
    return {
      ...base,
      headline: isComparing(record)
        ? describeComparing(started?.rules.answer)
        : describeWork(started?.rules.answer, members.length),
      isAnswer: false,
      support: "",
      detail: "",
    };
  if (!leader)
    return {
      ...base,
      headline: "So far, no answer leads",
      isAnswer: false,
      support: "",
      detail: "",
    };
  return {
    ...base,
    headline: leader.label ?? leader.headline ?? clipLine(leader.answer ?? "", 200),
    isAnswer: true,
    ...countSupport(members, result.rounds.slice(0, completedRounds), round),
  };
}

function describeComparing(kind: string | undefined): string {
  return kind === "findings" ? "Merging the findings…" : "Comparing the answers…";
}

/** Describes the first task of the members, before any reply has arrived. */
function describeWork(kind: string | undefined, count: number): string {
  if (kind === "draft") return "The text is being written";
  const work = kind === "findings" ? "reviewing" : "answering";
  if (count === 0) return `The members are ${work}`;
  return `${countWord(count, true)} ${count === 1 ? "member is" : "members are"} ${work}`;
}

function describeProgress(phase: DebateRecord["phase"], rounds: number, revisions: number): string {
  switch (phase) {
    case "starting":
      return "";
    case "judging":
      return "Not final: the judge is deciding";
    case "balloting":
      return "Not final: the members are ranking one another";
    case "deciding":
      return "Not final: the votes are being counted";
    case "round":
      return rounds <= 1
        ? "Round 1: everybody answers alone"
        : `Not final: round ${rounds} of at most ${revisions + 1}`;
  }
}

function describeWait({ waits, result }: DebateRecord, members: readonly StandingMember[]): string {
  for (const wait of waits) {
    if (wait.for === "speak") return `Waiting for ${wait.name ?? "a person"} to answer`;
    if (wait.for === "proceed") return `Paused after round ${wait.round + 1}`;
  }
  const { length } = result.decision.tally;
  if (length < 2) return "Waiting for a person's decision";
  const memberWords = `${countWord(members.length)} members`;
  return `Waiting for a person's decision: ${memberWords}, ${countWord(length)} answers`;
}

function describeFailure({ rounds }: PartialResult, count: number): string {
  const replies = rounds.flatMap(({ positions }) =>
    positions.filter(({ status }) => status === "spoke" || status === "unread"),
  );
  if (replies.length > 0 || count === 0) return "No answer: the debate failed";
  return count === 1
    ? "No answer: the member couldn't be reached"
    : `No answer: none of the ${countWord(count)} members could be reached`;
}

function describeTie(count: number, votes: number): string {
  if (votes === 1) return `The panel is tied: one for each of ${countWord(count)} answers`;
  return `The panel is tied: ${votes} for each of ${countWord(count)} answers`;
}

/** Reason for which there is no answer. Empty if there is one. */
function describeMissingAnswer({ answer, findings, decision }: PartialResult): string {
  if (findings || decision.method === "drafted" || formatAnswer(answer).trim() !== "") return "";
  if (decision.method === "vetoed") return "No answer: the check refuted every one";
  if (decision.method === "handed_over") return "No answer: a person should decide";
  return "No answer";
}

function describeDraft({ decision }: PartialResult): string | null {
  if (decision.method !== "drafted") return null;
  return decision.signedOff === false ? "The text, not signed off" : "The text is ready";
}

/** The person's answer becomes the headline; the panel's comes second. */
function readDecidedByPerson(
  { result, reviewed }: DebateRecord,
  members: StandingMember[],
): HeadContent {
  const { review } = result;
  const reviewer = review?.reviewer ?? "a person";
  const hasNoAnswer = formatAnswer(result.answer).trim() === "";
  const verb = review?.verdict === "confirm" ? "Confirmed" : "Decided";
  return {
    kind: "decidedByPerson",
    headline: hasNoAnswer ? "There is no answer" : readHeadline(result),
    isAnswer: !hasNoAnswer,
    members,
    support: `${verb} by ${reviewer}`,
    detail: reviewed ? formatDateTime(reviewed.at) : "",
    note: describeAgainst(result),
  };
}

/** Relation of a person's answer to the panel's: "the panel was split 1–1–1; west said the same". */
function describeAgainst({ review, decision, answer, unit }: PartialResult): string {
  if (review?.verdict === "confirm") return "as the panel answered";
  const votes = decision.tally.map((row) => row.votes).toSorted((a, b) => b - a);
  const isSplit = votes.length > 1 && votes[0] === votes[1];
  const panel = isSplit ? `the panel was split ${votes.join("–")}` : "not the panel’s answer";
  const text = formatAnswer(answer, unit);
  const sharing = decision.tally.find((row) => row.answer === text)?.debaters ?? [];
  return sharing.length === 0 ? panel : `${panel}; ${joinVisibleNames(sharing)} said the same`;
}

/** Counts the members who share the answer and names those who don't. */
function countSupport(
  members: readonly StandingMember[],
  rounds: readonly Round[],
  {
    agreement,
    differences = [],
  }: Pick<Round, "agreement"> & Partial<Pick<PartialResult, "differences">>,
): Pick<HeadContent, "support" | "detail" | "isDetailLinked"> {
  if (agreement === null) return { support: "", detail: "" };
  const names = (stance: StandingMember["stance"]): string[] =>
    members.filter((member) => member.stance === stance).map(({ name }) => name);
  const { counted, excluded } = listAsked(rounds);
  const [sharing, differing] = [names("for"), names("against")];
  const missing = names("out").filter((name) => !excluded.includes(name));
  const absent = [
    differing.length === 0
      ? ""
      : lacksComparison(rounds)
        ? "the others were not compared"
        : `${joinVisibleNames(differing)} ${differing.length === 1 ? "differs" : "differ"}`,
    missing.length === 0
      ? ""
      : `${joinVisibleNames(missing)} ${missing.length === 1 ? "is" : "are"} missing`,
    excluded.length === 0 ? "" : `${joinVisibleNames(excluded)} failed`,
  ].filter((part) => part !== "");
  const support = `${sharing.length} of ${counted.length}`;
  if (absent.length > 0 || members.length === 1) return { support, detail: absent.join(" · ") };
  return {
    support,
    detail: describeAgreement(differences),
    isDetailLinked: differences.length > 0,
  };
}

function describeAgreement(differences: PartialResult["differences"]): string {
  if (differences.length === 0) return "all agree";
  const conflicts = differences.filter(({ kind }) => kind === "conflict").length;
  if (conflicts > 0) return `${formatCount(conflicts, "contradiction")} in the details`;
  return `they differ on ${formatCount(differences.length, "detail")}`;
}

/** Names the author of the answer and who decided: "Answer by ada · decided by majority vote". */
function describeOrigin(record: DebateRecord, members: readonly StandingMember[]): string {
  const author = findAuthor(record.result, members);
  const decider = describeDecider(record, members);
  if (author === null) return decider;
  const byline = `Answer by ${joinVisibleNames([author])}`;
  return decider === "" ? byline : `${byline} · ${decider[0]?.toLowerCase()}${decider.slice(1)}`;
}

/** Answers that count as the same although their texts differ. */
const PROSE: ReadonlySet<string> = new Set(["judged", "lexical"]);

/** The one member whose text is the answer. Null if several gave the same, and if the judge or a rule wrote it. */
function findAuthor(
  { answer, winner, decision, rounds, findings }: PartialResult,
  members: readonly StandingMember[],
): string | null {
  if (winner === null || findings || members.length < 2) return null;
  if (decision.method === "judged" || !PROSE.has(decision.basis)) return null;
  const latest = new Map<string, string>();
  for (const { positions } of rounds)
    for (const { debater, answer: text } of positions) if (text !== null) latest.set(debater, text);
  const authors = [...latest].filter(([, text]) => text === formatAnswer(answer));
  return authors.length === 1 && authors[0]?.[0] === winner ? winner : null;
}

function describeDecider({ result }: DebateRecord, members: readonly StandingMember[]): string {
  const { method } = result.decision;
  const sharing = members.filter(({ stance }) => stance === "for").length;
  if (result.findings || method === "drafted")
    return `${formatCount(members.length, "member")} took part`;
  if (result.routing === "single_agent") return "One model answered alone, with enough confidence";
  if (method === "judged" && result.agreement !== null && sharing * 2 > members.length)
    return sharing === members.length
      ? "Written up by the judge"
      : "The judge agrees with the majority";
  if (method === "majority" && sharing === members.length) return "";
  return `Decided by ${describeMethod(method)}`;
}

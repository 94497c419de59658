import { settleAll } from "../asking/settle-all.ts";
import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import type { Shortage } from "../../protocol/budget.ts";
import type { Position } from "../../protocol/position.ts";
import type { PromptMessage } from "../../protocol/question.ts";
import { formatStepId } from "../../protocol/step-id.ts";
import type { StepCall } from "../../protocol/step.ts";
import { askAll, debaterStep, mayAsk, type MemberReply, type PreparedCall } from "../asking/ask.ts";
import { countMostRounds } from "../config/debate-kinds.ts";
import { prepareCall } from "../asking/calls.ts";
import { questionTurns, withInstructions } from "../prompts/prompt-parts.ts";
import { fenceMark, type Quote } from "../prompts/marks.ts";
import type { SpendGuard } from "../spending/reserve.ts";
import { closeUnvoted, runRound, pauseAfter } from "../rounds/round.ts";
import { type DebateState, endForBudget, type Seat } from "../state/state.ts";
import { showNotes } from "../asking/view.ts";
import { getSide, type SideAssignment } from "./assign.ts";
import { ARGUING, OPENING, REBUTTAL, shownTexts } from "../prompts/sides-prompts.ts";

/** What a debater said in a round. */
interface Argument extends Quote {
  round: number;
  seat: Seat;
}

/** The debate for one assignment of answers. */
export interface Argued {
  assignment: SideAssignment;
  /** All arguments in order, under the labels that the judge sees. */
  transcript: Argument[];
  /** Reason for its end. */
  stopReason: string;
}

/** Runs `count` rounds from round `from` on, in which each debater argues for its side. */
export async function argueSides(
  state: DebateState,
  spendGuard: SpendGuard,
  assignment: SideAssignment,
  { from, count }: { from: number; count: number },
): Promise<Argued> {
  const chats: SidesRound["chats"] = new Map();
  const transcript: Argument[] = [];
  for (let round = from; round < from + count; round++) {
    const sidesRound = { assignment, round, chats, transcript };
    const stopReason = await runSidesRound(state, spendGuard, sidesRound);
    await pauseAfter(
      state,
      round,
      stopReason === null && round + 1 < countMostRounds(state.config),
    );
    if (stopReason !== null) return { assignment, transcript, stopReason };
  }
  return { assignment, transcript, stopReason: "max_rounds" };
}

interface SidesRound {
  assignment: SideAssignment;
  round: number;
  /** Each debater's chat while it argues for its side, by panel index. */
  chats: Map<number, readonly PromptMessage[]>;
  transcript: Argument[];
}

async function runSidesRound(
  state: DebateState,
  spendGuard: SpendGuard,
  sidesRound: SidesRound,
): Promise<string | null> {
  const { round, assignment } = sidesRound;
  state.ports.beginRound(round);
  const speakers = assignment.speakers
    .flatMap((index) => state.seats[index] ?? [])
    .filter((seat) => mayAsk(state, seat, round));
  if (speakers.length === 0) return "panel_failed";
  if (state.config.sides?.turns === "alternate" && speakers.length > 1) {
    return runInTurn(state, spendGuard, speakers, sidesRound);
  }
  const preparedCalls = speakers.map((seat) => prepareTurn(state, seat, sidesRound));
  return runRound(state, spendGuard, round, preparedCalls, {
    ask: () =>
      settleAll(preparedCalls.map((preparedCall) => askForSide(state, preparedCall, assignment))),
    close(answered) {
      for (const answer of answered) recordArgument(state, answer, sidesRound);
      return closeSides(state, answered, sidesRound);
    },
  });
}

function closeSides(
  state: DebateState,
  replies: readonly MemberReply[],
  { assignment, round }: SidesRound,
): string | null {
  const stop = closeUnvoted(state, round, replies, (seat) => {
    const reply = replies.find((candidate) => candidate.seat === seat);
    if (reply === undefined) return {};
    const { wording } = getSide(assignment, seat);
    return { side: wording, answer: reply.read?.value == null ? null : wording };
  });
  return stop?.reason ?? null;
}

/** Debaters speak one after the other, so later ones have seen the earlier texts. */
async function runInTurn(
  state: DebateState,
  spendGuard: SpendGuard,
  speakers: readonly Seat[],
  sidesRound: SidesRound,
): Promise<string | null> {
  const { config, ports, task } = state;
  const { round, assignment } = sidesRound;
  let shortage = await reserveTurn(0);
  if (shortage !== null) return endForBudget(state, shortage);
  return ports.span("debate.round", { round_number: round }, async () => {
    const speakerNames = speakers.map(({ member }) => member.name);
    ports.emit({ type: "debate.round_started", round, asked: speakerNames });
    const replies: MemberReply[] = [];
    for (const turn of speakers.keys()) {
      if (turn > 0) shortage = await reserveTurn(turn);
      if (shortage !== null) break;
      const answer = await askForSide(state, prepareTurnOf(turn), assignment);
      recordArgument(state, answer, sidesRound);
      replies.push(answer);
    }
    if (shortage !== null && replies.length < config.quorum.members)
      return endForBudget(state, shortage);
    const reason = closeSides(state, replies, sidesRound);
    return shortage === null ? reason : endForBudget(state, shortage);
  });

  /** Turns in the journal are paid for, so a resumed round needs room only for those that are left. */
  function reserveTurn(turn: number): Promise<Shortage | null> {
    const laterIndexes = new Set(speakers.slice(turn + 1).map(({ index }) => index));
    return spendGuard.reserve(
      [prepareTurnOf(turn).call],
      (name) =>
        name.role === "debater" && name.round === round && laterIndexes.has(name.panelIndex),
    );
  }

  function prepareTurnOf(turn: number): PreparedCall {
    const seat = speakers[turn] as Seat;
    const { call } = prepareTurn(state, seat, sidesRound);
    const readBy = speakers
      .slice(turn + 1)
      .map((reader) => formatStepId(task.id, debaterStep(reader, round)));
    return { seat, call: { ...call, readBy } };
  }
}

async function askForSide(
  state: DebateState,
  prepared: PreparedCall,
  assignment: SideAssignment,
): Promise<MemberReply> {
  const reader = sideReader(getSide(assignment, prepared.seat));
  const [answer] = await askAll({ ...state, reader }, [prepared]);
  return answer as MemberReply;
}

/** Any non-empty reply counts as an argument for the debater's side. */
function sideReader(side: ReadAnswer<unknown>): AnswerReader {
  return {
    basis: "exact",
    read: (_reading, text) => (text.trim() === "" ? null : side),
    same: (a, b) => a === b,
  };
}

function recordArgument(
  state: DebateState,
  { seat, read, messages }: MemberReply,
  { assignment, round, chats, transcript }: SidesRound,
): void {
  if (!read || read.value == null) return;
  chats.set(seat.index, [...messages, { role: "assistant", content: read.text }]);
  const label = `${labelSpeaker(state, seat, assignment)}, round ${round}`;
  transcript.push({ label, text: read.text, round, seat });
}

/** Arguments as positions, under the labels that debaters see. */
function listPositions(
  state: DebateState,
  transcript: readonly Argument[],
  assignment: SideAssignment,
): Position[] {
  return transcript.flatMap(({ round, seat }) => {
    const position = state.ports.rounds[round]?.positions[seat.index];
    if (position === undefined) return [];
    // Tool results are private. Where debaters take turns, the round is still open, and its positions have no side yet.
    const { toolCalls: _found, ...said } = position;
    const debater = labelSpeaker(state, seat, assignment);
    return [{ ...said, debater, side: getSide(assignment, seat).wording }];
  });
}

/** Label of a debater: its side and number if debaters are anonymous, otherwise its name. */
function labelSpeaker(
  { config }: DebateState,
  { index, member }: Seat,
  { sides }: SideAssignment,
): string {
  const side = sides[index] ?? 0;
  const before = sides.slice(0, index).filter((other) => other === side).length;
  const several = sides.filter((other) => other === side).length > 1;
  return config.anonymous
    ? `The debater for answer ${side + 1}${several ? `, number ${before + 1}` : ""}`
    : `${member.name}, for answer ${side + 1}`;
}

function prepareTurn(
  state: DebateState,
  seat: Seat,
  { assignment, round, chats, transcript }: SidesRound,
): PreparedCall {
  const { task } = state;
  const ownChat = chats.get(seat.index);
  const mine = `${labelSpeaker(state, seat, assignment)}, round `;
  // Texts that the debater has seen are already in its chat, so only new ones are added.
  const chatText = (ownChat ?? []).map(({ content }) => content).join("\n");
  const newTexts = transcript.filter(
    ({ label, text }) => !label.startsWith(mine) && !chatText.includes(`${label}]]\n${text}`),
  );
  const answers = assignment.answers.map(({ wording }) => wording);
  const step = debaterStep(seat, round);
  const mark = fenceMark(task, step);
  const visibleTexts = shownTexts(mark, answers, newTexts);
  const side = (assignment.sides[seat.index] ?? 0) + 1;
  const turn = [
    `The answers are:\n\n${visibleTexts.answers}`,
    `You argue for answer ${side}.`,
    ...(visibleTexts.texts === "" ? [] : [`The others have said:\n\n${visibleTexts.texts}`]),
    visibleTexts.texts === "" ? OPENING : REBUTTAL,
  ].join("\n\n");
  const notes = round === 0 ? "" : showNotes(state, seat, round, mark);
  const call: StepCall = prepareCall(state, {
    member: seat.member,
    role: "debater",
    step,
    round,
    // What it said for another side, or before it had one, is not in its chat.
    own: ownChat ? seat.vote : null,
    peers: listPositions(state, newTexts, assignment),
    system: withInstructions(ARGUING, seat.member),
    messages: ownChat
      ? [...ownChat, { role: "user", content: notes + turn }]
      : questionTurns(task, notes + turn),
    reply: "text",
  });
  return { seat, call };
}

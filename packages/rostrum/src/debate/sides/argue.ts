import type { AnswerReader, ReadAnswer } from "../../protocol/answer.ts";
import type { PromptMessage } from "../../protocol/question.ts";
import { stepIdOf, stepName } from "../../protocol/step-id.ts";
import type { StepCall } from "../../protocol/step.ts";
import { mayAsk, type Answered, type Asking } from "../ask.ts";
import { fenceSource } from "../fence-source.ts";
import { callOf, questionTurns, withInstructions } from "../calls.ts";
import type { Quote } from "../fence.ts";
import { moderatorsWords, pauseAfter } from "../notes.ts";
import type { Caps } from "../reserve.ts";
import { askAll } from "../ask-all.ts";
import { closeUnvoted } from "../round.ts";
import { type DebateState, endForBudget, type Seat } from "../state.ts";
import { sideOf, type Assignment } from "./assign.ts";
import { mostRounds } from "./rounds.ts";
import { ARGUING, arguingTask, shownTexts } from "./prompt.ts";

/** What one debater has said for its side, turn by turn. */
interface Case {
  chat: readonly PromptMessage[];
  latest: string | null;
}

/** The debate for one assignment of answers. */
export interface Argued {
  assignment: Assignment;
  /** Everything that was said, in order, under the labels that the judge sees. */
  transcript: Quote[];
  /** Why it ended. */
  stopReason: string;
}

/** Holds `count` rounds from round `from` on, in which everybody argues for its side. */
export async function argueSides(
  state: DebateState,
  caps: Caps,
  assignment: Assignment,
  { from, count }: { from: number; count: number },
): Promise<Argued> {
  const cases = new Map<number, Case>();
  const transcript: Quote[] = [];
  for (let round = from; round < from + count; round++) {
    const stopReason = await holdRound(state, caps, assignment, { round, cases, transcript });
    await pauseAfter(state, round, stopReason === null && round + 1 < mostRounds(state.config));
    if (stopReason !== null) return { assignment, transcript, stopReason };
  }
  return { assignment, transcript, stopReason: "max_rounds" };
}

interface Holding {
  round: number;
  cases: Map<number, Case>;
  transcript: Quote[];
}

async function holdRound(
  state: DebateState,
  caps: Caps,
  assignment: Assignment,
  holding: Holding,
): Promise<string | null> {
  const { ports, seats, config } = state;
  const { round } = holding;
  const speakers = assignment.speakers
    .flatMap((index) => seats[index] ?? [])
    .filter((seat) => mayAsk(state, seat, round));
  if (speakers.length === 0) return "panel_failed";
  const alternate = config.sides?.turns === "alternate" && speakers.length > 1;
  const askings = speakers.map((seat) => prepareTurn(state, seat, assignment, holding));
  const calls = askings.map(({ call }) => call);
  const shortage = alternate
    ? await caps.fits(foreseen(state, askings, holding.round))
    : await caps.reserve(calls);
  if (shortage !== null && (alternate || !caps.holdWithKept(calls))) {
    return endForBudget(state, shortage);
  }
  return ports.span("debate.round", { round_number: round }, async () => {
    const asked = speakers.map(({ member }) => member.name);
    ports.emit({ type: "debate.round_started", round, asked });
    const answered = alternate
      ? await inTurn(state, caps, speakers, assignment, holding)
      : await atOnce(state, askings, assignment, holding);
    const stop = closeUnvoted(state, round, answered.list, (seat) =>
      standing(seat, assignment, answered.list),
    );
    if (answered.shortage !== null) return endForBudget(state, answered.shortage);
    return stop?.reason ?? (shortage && endForBudget(state, shortage));
  });
}

interface Heard {
  list: Answered[];
  /** The cap that kept somebody from speaking. */
  shortage: Awaited<ReturnType<Caps["reserve"]>>;
}

async function atOnce(
  state: DebateState,
  askings: readonly Asking[],
  assignment: Assignment,
  holding: Holding,
): Promise<Heard> {
  const list = await Promise.all(askings.map((asking) => hear(state, asking, assignment)));
  for (const answer of list) note(state, answer, assignment, holding);
  return { list, shortage: null };
}

/** Whoever speaks later has heard those before it. */
async function inTurn(
  state: DebateState,
  caps: Caps,
  speakers: readonly Seat[],
  assignment: Assignment,
  holding: Holding,
): Promise<Heard> {
  const list: Answered[] = [];
  for (const [turn, seat] of speakers.entries()) {
    const prepared = prepareTurn(state, seat, assignment, holding);
    const readBy = speakers.slice(turn + 1).map((later) => stepIdFor(state, later, holding.round));
    const asking = { seat, call: { ...prepared.call, readBy } };
    const shortage = await caps.reserve([asking.call]);
    if (shortage !== null) return { list, shortage };
    const answer = await hear(state, asking, assignment);
    note(state, answer, assignment, holding);
    list.push(answer);
  }
  return { list, shortage: null };
}

async function hear(state: DebateState, asking: Asking, assignment: Assignment): Promise<Answered> {
  const reader = sideReader(sideOf(assignment, asking.seat));
  const [answer] = await askAll({ ...state, reader }, [asking]);
  return answer as Answered;
}

/** Whatever a debater says, it speaks for its side; who says nothing doesn't. */
function sideReader(side: ReadAnswer<unknown>): AnswerReader {
  return {
    basis: "exact",
    read: (_reading, text) => (text.trim() === "" ? null : side),
    same: (a, b) => a === b,
  };
}

function note(
  state: DebateState,
  { seat, read, messages }: Answered,
  assignment: Assignment,
  { round, cases, transcript }: Holding,
): void {
  if (!read || read.value == null) return;
  const chat: PromptMessage[] = [...messages, { role: "assistant", content: read.text }];
  cases.set(seat.index, { chat, latest: read.text });
  transcript.push({ label: labelOf(state, seat, assignment, round), text: read.text });
}

function standing(
  seat: Seat,
  assignment: Assignment,
  answered: readonly Answered[],
): { side?: string; answer?: string | null } {
  const spoke = answered.some((each) => each.seat === seat);
  if (!spoke) return {};
  const { wording } = sideOf(assignment, seat);
  const heard = answered.find((each) => each.seat === seat)?.read?.value != null;
  return { side: wording, answer: heard ? wording : null };
}

/** Debaters are known by their side and a letter; where they have names for each other, by name. */
function labelOf(
  { config }: DebateState,
  { index, member }: Seat,
  { sides }: Assignment,
  round: number,
): string {
  const side = sides[index] ?? 0;
  const before = sides.slice(0, index).filter((other) => other === side).length;
  const several = sides.filter((other) => other === side).length > 1;
  const who = config.anonymous
    ? `The debater for answer ${side + 1}${several ? `, number ${before + 1}` : ""}`
    : `${member.name}, for answer ${side + 1}`;
  return `${who}, round ${round}`;
}

function prepareTurn(
  state: DebateState,
  seat: Seat,
  assignment: Assignment,
  { round, cases, transcript }: Holding,
): Asking {
  const { config, task, ports } = state;
  const own = cases.get(seat.index);
  const mine = `${labelOf(state, seat, assignment, round).replace(/, round \d+$/, "")}, round `;
  // What it has been shown stands in its chat: only what is new is told.
  const heard = (own?.chat ?? []).map(({ content }) => content).join("\n");
  const said = transcript.filter(
    ({ label, text }) => !label.startsWith(mine) && !heard.includes(`${label}]]\n${text}`),
  );
  const answers = assignment.answers.map(({ wording }) => wording);
  const around = (own?.chat ?? task.context).map(({ content }) => content);
  const shown = shownTexts(fenceSource(state, round), { answers, said }, around);
  const side = (assignment.sides[seat.index] ?? 0) + 1;
  const turn = [
    `The answers are:\n\n${shown.answers}`,
    `You argue for answer ${side}.`,
    ...(shown.said === "" ? [] : [`The others have said:\n\n${shown.said}`]),
    arguingTask(shown.said !== ""),
  ].join("\n\n");
  const words = round === 0 ? "" : moderatorsWords(state, seat, round);
  const call: StepCall = callOf({
    config,
    task,
    member: seat.member,
    role: "debater",
    step: stepName({ role: "debater", seat: seat.index, round }),
    round,
    own: null,
    peers: [],
    system: withInstructions(ARGUING, seat.member),
    messages: own
      ? [...own.chat, { role: "user", content: words + turn }]
      : questionTurns(task, words + turn),
    reply: "text",
    capped: ports.budget !== null,
  });
  return { seat, call };
}

function stepIdFor({ task }: DebateState, { index }: Seat, round: number): string {
  return stepIdOf(task.id, stepName({ role: "debater", seat: index, round }));
}

/** What the round may take when everybody is as long as it may be, those aside who have spoken already. */
function foreseen({ ports }: DebateState, askings: readonly Asking[], round: number): StepCall[] {
  let before = 0;
  return askings.flatMap(({ seat, call }) => {
    const unheard = before;
    before += seat.member.maxOutputTokens;
    const kept = ports.recalls(stepName({ role: "debater", seat: seat.index, round }), round);
    if (kept || call.worst === null) return [];
    const share = 1 + unheard / Math.max(1, call.worst.tokens ?? 1);
    const { calls, tokens, usd } = call.worst;
    const worst = {
      calls,
      tokens: tokens === null ? null : tokens + unheard,
      usd: usd === null ? null : usd * share,
    };
    return [{ ...call, worst }];
  });
}

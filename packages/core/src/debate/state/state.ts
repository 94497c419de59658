import { createAutoReader, createReader } from "../../answers/create-reader.ts";
import { isSameAnswer } from "../../answers/cluster.ts";
import type { AnswerReader, Basis, ReadAnswer, Reading } from "../../protocol/answer.ts";
import type { Difference, Position } from "../../protocol/position.ts";
import type { ToolBox } from "../../protocol/tool.ts";
import type { PromptMessage } from "../../protocol/question.ts";
import type { Member, ResolvedConfig, Task } from "../config/resolved-config.ts";
import type { Missing } from "../../protocol/result.ts";
import type { CheckOutcome } from "../../protocol/verify.ts";
import { withBehavior } from "./with-behavior.ts";
import { isCode } from "../config/debate-kinds.ts";
import { withAlternates } from "../config/members.ts";
import { promptInput, questionTurns, withInstructions } from "../prompts/prompt-parts.ts";
import { VIEWPOINT } from "../prompts/prompt-sets.ts";
import { ownEarlierWords } from "../prompts/earlier-debate.ts";
import { ComparisonCache, wereJudged, withComparisons } from "./comparisons.ts";
import { type PeerLabel, assignLabels } from "../../record/peer-labels.ts";
import { keepCurrent } from "../../record/differences.ts";
import type { Ports } from "./ports.ts";
import { findSoleLeader } from "../../decide/votes.ts";
import type { AskingPlan } from "../../decide/plan-stakes.ts";
import { BudgetExceededError } from "../../errors.ts";
import type { Shortage } from "../../protocol/budget.ts";

/** A member's place in one debate: its chat so far and its latest vote. */
export interface Seat {
  index: number;
  member: Member;
  system: string;
  /** Turns so far. Append-only, so that providers' prompt caches hit. */
  chat: PromptMessage[];
  /** Marks of its earlier replies, which appear only in its own chat. */
  replyMarks: readonly string[];
  /** With transcripts: number of rounds of each peer that are in its chat, by panel index. */
  shownRounds: ReadonlyMap<number, number>;
  /** Tools that it may use. `null`: none, or they are not open yet. */
  tools: ToolBox | null;
  wasAsked: boolean;
  /** How many of the moderator's notes are in its chat. */
  notesSeen: number;
  /** Set after a permanent error: the debater isn't asked again. */
  dropped: boolean;
  /** Latest spoken or kept position. */
  vote: Position | null;
  /** Answer of that position, as read by the answer kind. */
  value: ReadAnswer<unknown> | null;
}

/** Compares an answer with the previous one. */
export function hasChanged(
  reader: AnswerReader,
  { value: before }: Seat,
  now: ReadAnswer<unknown> | null,
): boolean {
  return before !== null && now !== null && !isSameAnswer(reader, before, now);
}

/** One debate in progress: its members, and how their answers are read. */
export interface DebateState {
  config: ResolvedConfig;
  task: Task;
  ports: Ports;
  seats: Seat[];
  /** Labels of the members in an anonymous debate. */
  labels: readonly PeerLabel[];
  /** The turns of round 0, the same for everybody. */
  opening: readonly PromptMessage[];
  /** Requested parts that didn't happen and that no event has reported yet. */
  missing: Missing[];
  /** The checker's verdicts by answer; `null` before the first check. */
  checked: Map<string, Promise<CheckOutcome>> | null;
  /** Output of checked programs, by answer. */
  behaviors: Map<string, string>;
  /** `null` under `auto` until round 0 is complete. Pairs that its rules leave open are looked up in `comparisons`. */
  reader: AnswerReader | null;
  /** The comparer's decisions about answers in prose. */
  comparisons: ComparisonCache;
  /** Differences between the answers of a round, from its comparison. */
  differences: { round: number; list: readonly Difference[] };
  /** Last round whose answers a model was asked to compare, -1 if none. Each round is compared once. */
  comparedRound: number;
  /** Names of the members that a poll asked first; `null` if it asked all members at once. */
  askedFirst: readonly string[] | null;
  /** True if a poll would have ended, and went on because its replies were too few or unreadable. */
  wasPollExtended: boolean;
  /** With `stakes`: plan for asking the question. `null` until it is needed. */
  plan: AskingPlan | null;
  /** With `stakes`: probability that the leading answer of round 0 is right; `null` until round 0 is complete. */
  roundZeroBelief: number | null;
  /** With `stakes`: how much more often the guess is right after a debate. */
  debateGain: number;
}

export function createDebateState(config: ResolvedConfig, task: Task, ports: Ports): DebateState {
  const input = promptInput("debater", 0);
  const system = config.prompts.system(input);
  const comparisons = new ComparisonCache();
  const kindReader = createReader(config.answer, task.question);
  const reader = kindReader && adaptReader(ports, kindReader);
  const behaviors = new Map<string, string>();
  return {
    config,
    task,
    ports,
    reader:
      reader &&
      addComparisons(
        config,
        isCode(config) ? withBehavior(reader, behaviors) : reader,
        comparisons,
      ),
    comparisons,
    askedFirst: null,
    wasPollExtended: false,
    plan: null,
    roundZeroBelief: null,
    debateGain: 0,
    comparedRound: -1,
    differences: { round: -1, list: [] },
    checked: null,
    behaviors,
    missing: [],
    labels: assignLabels({
      seed: config.seed,
      question: task.question,
      members: config.members.length,
    }),
    opening: questionTurns(task, config.prompts.opening(input)),
    seats: config.members.map((member, index) => ({
      index,
      member,
      system: withViewpoint(system, member) + ownEarlierWords(task, member.name),
      chat: [],
      shownRounds: NO_SHOWN_ROUNDS,
      replyMarks: [],
      tools: null,
      wasAsked: false,
      notesSeen: 0,
      dropped: false,
      vote: null,
      value: null,
    })),
  };
}

function withViewpoint(system: string, member: Member): string {
  return withInstructions(member.instructions === "" ? system : `${system} ${VIEWPOINT}`, member);
}

function adaptReader({ simulated }: Ports, reader: AnswerReader): AnswerReader {
  return simulated ? simulated.adaptReader(reader) : reader;
}

/** Adds the comparer's decisions to a reader, unless no model compares answers. */
function addComparisons(
  { compare }: ResolvedConfig,
  reader: AnswerReader,
  comparisons: ComparisonCache,
): AnswerReader {
  return compare === null ? reader : withComparisons(reader, comparisons);
}

const NO_SHOWN_ROUNDS: ReadonlyMap<number, number> = new Map();

export interface ReadText {
  reading: Reading;
  /** The text that all other members see. */
  text: string;
}

/** A reply, read as far as possible on arrival. */
export interface ReadReply extends ReadText {
  truncated: boolean;
  /** Reason why the provider gave no answer. */
  refused?: string;
  /** Reason why the answer can't be read, if its kind can give one. */
  problem?: string;
  /** `undefined`: the answer kind isn't known yet. `null`: no answer. */
  value: ReadAnswer<unknown> | null | undefined;
}

type HasReading = { read: ReadReply | null };

/** Fixes the reader. `auto` looks at the question and round 0 once, then keeps the kind for the whole debate. */
export function fixReader(state: DebateState, replies: readonly HasReading[]): AnswerReader {
  state.reader ??= addComparisons(
    state.config,
    provisionalReader(state, replies),
    state.comparisons,
  );
  return state.reader;
}

/** Reader during round 0: under `auto`, chosen by the complete replies so far. */
export function provisionalReader(
  { reader, task, ports }: DebateState,
  replies: readonly HasReading[],
): AnswerReader {
  if (reader !== null) return reader;
  const complete = replies.flatMap(({ read }) =>
    read && !read.truncated && !read.refused ? [read.reading] : [],
  );
  return adaptReader(ports, createAutoReader(task.question, complete));
}

/** Basis on which answers count as the same. If a model compared some of them, it is named first. */
export function findBasis(
  { reader, comparisons, behaviors }: DebateState,
  values: readonly (ReadAnswer<unknown> | null)[],
): Basis {
  if (reader === null) return "exact";
  if (values.some((value) => value !== null && behaviors.has(value.wording))) return "behavior";
  return wereJudged(values, reader, comparisons) ? "judged" : reader.basis;
}

/**
 * Members that revise. Under `dissenters`, members of a sole leading cluster keep their answer, because a debate
 * spoils a leading answer more often than it improves one, unless a check refuted that answer. Without a sole leader,
 * all members revise.
 */
export function listRevisingSeats(
  { config, ports, seats }: DebateState,
  round: number,
): readonly Seat[] {
  // With stakes, members that the plan didn't ask stay out.
  const panel = config.stakes === null ? seats : seats.filter(({ wasAsked }) => wasAsked);
  // A moderator's note is for all members.
  const hasNewNote = ports.notesUpTo(round).some((note) => note.round === round);
  if (config.revise === "everyone" || hasNewNote) return panel;
  const positions = ports.rounds.at(-1)?.positions ?? [];
  const hasSoleLeader = findSoleLeader(positions) !== null;
  const mustRevise = ({ index }: Seat): boolean =>
    positions[index]?.cluster !== 0 ||
    (config.verify?.veto === true && positions[index]?.verdict === "refuted");
  return hasSoleLeader ? panel.filter(mustRevise) : panel;
}

/** Ends the debate with the answers so far. Throws if there are none, or if `budget.onExceeded` is `throw`. */
export function endForBudget({ config, ports, seats }: DebateState, shortage: Shortage): "budget" {
  ports.emit({ type: "debate.budget_exceeded", shortage });
  const isForPerson = config.stakes?.person !== undefined && ports.rounds.length > 0;
  const hasNoVotes = !isForPerson && seats.every(({ vote }) => vote === null);
  if (hasNoVotes || ports.budget?.onExceeded === "throw") throw new BudgetExceededError(shortage);
  return "budget";
}

/** Differences between the current answers, from the last comparison. */
export function currentDifferences({ differences, ports }: DebateState): Difference[] {
  return keepCurrent(differences.list, differences.round, ports.rounds);
}

/** Records that a requested part didn't happen. The next event that reports work includes it. */
export function noteMissing(state: Pick<DebateState, "missing">, missing: Missing): void {
  state.missing.push(missing);
}

/** Moves the missing parts recorded since the last call into an event. */
export function withMissing<E extends { missing?: Missing[] }>(
  { missing }: DebateState,
  event: E,
): E {
  if (missing.length > 0) event.missing = missing.splice(0);
  return event;
}

/** Chooses the first member whose model hasn't just failed as a debater, else the first of all. */
export function chooseWorkingHelper(
  { seats, ports }: Pick<DebateState, "seats" | "ports">,
  member: Member,
): Member {
  const positions = ports.rounds.at(-1)?.positions ?? [];
  const failed = new Set(
    seats
      .filter(({ dropped, index }) => dropped || positions[index]?.status === "failed")
      .map((seat) => seat.member.model.id),
  );
  return withAlternates(member).find(({ model }) => !failed.has(model.id)) ?? member;
}

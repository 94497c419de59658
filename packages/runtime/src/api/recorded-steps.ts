import {
  formatStepId,
  type HeardNote,
  isAboutPositions,
  isAskedAgain,
  isBallot,
  isCheck,
  isComparison,
  isCrux,
  comesAfterRounds,
  type Journal,
  type ModelRequest,
  NEVER_ASKED,
  NO_COST,
  parseRound,
  parseStepName,
  type StepOutcome,
  type StoredRun,
} from "@rostrum/core/protocol";
import { asksJudge, type ResolvedConfig } from "@rostrum/core/debate";
import { ConfigError, JournalError } from "@rostrum/core/support";
import { fail } from "@rostrum/core/options";

/** Parts of a request that decide whether a recorded step can answer it. */
export type RecordedStep = Pick<ModelRequest, "stepId"> &
  Partial<Pick<ModelRequest, "round" | "items">> & {
    /** True if the request has this hash, for steps that are valid only for exactly the same texts. */
    isHash?(hash: string): boolean;
  };

/** Steps that are answered from another run. */
export interface RecordedSteps {
  /** `null`: that run has none, so the call has to be made. */
  answer(step: RecordedStep): Promise<StepOutcome> | null;
  /** True if a dropped debater is asked in this step anyway. */
  asksDroppedAgain(step: string, round: number): boolean;
}

/** Reads the run that replay() or fork() starts from. */
export async function readStoredRun(journal: Journal | undefined, id: string): Promise<StoredRun> {
  if (!journal) {
    throw new ConfigError(
      "journal",
      "expected a journal that has the run, such as sqliteJournal(path), got nothing",
    );
  }
  checkRunId(id);
  const stored = await journal.read(id);
  if (!stored) throw new ConfigError("id", `the journal has no run "${id}"`);
  if (stored.redacted) {
    throw new JournalError(
      "journal_redacted",
      `run "${id}": expected the replies of its debaters, but it was written without them (redact)`,
    );
  }
  return stored;
}

/** Refuses ids that are not texts before a journal gets them. */
export function checkRunId(id: unknown): void {
  if (typeof id !== "string") fail("id", "the id of a run", id);
}

/** Index of the last complete round in the record; -1 if there is none. */
export function findLastCompleteRound({ events }: StoredRun): number {
  return events.reduce(
    (last, event) => (event.type === "debate.round_completed" ? Math.max(last, event.round) : last),
    -1,
  );
}

/** Answers the calls before a round from another run's steps: those of its rounds and the router's. */
export function replayRounds(stored: StoredRun, fromRound: number): RecordedSteps {
  return {
    answer(step) {
      const { stepId } = step;
      if (isCheck(stepId)) return findCheck(stored, step);
      if (comesAfterRounds(stepId) || parseRound(stepId) >= fromRound) return null;
      const outcome = findOutcome(stored, step);
      // Copied rounds stay as recorded: a crux or a second request that wasn't made then isn't made now.
      const onlyAsRecorded = isCrux(stepId) || isAskedAgain(stepId);
      const recorded = onlyAsRecorded ? (outcome ?? NOT_RECORDED) : outcome;
      return recorded ? Promise.resolve({ ...recorded, copied: true }) : null;
    },
    // A fork asks all debaters again in its own first round.
    asksDroppedAgain: (step, round) =>
      round === fromRound || stored.steps.has(formatStepId(stored.id, step)),
  };
}

/** A moderator's notes that debaters had heard when a round began. */
export function listNotesBefore(round: number, notes: readonly HeardNote[] = []): HeardNote[] {
  return notes.filter((note) => note.round <= round);
}

/** Answers every call from a run's steps. A call that was never made there counts as failed. */
export function replaySteps(stored: StoredRun, { decide }: ResolvedConfig): RecordedSteps {
  const judging = stored.events.findLast(({ type }) => type === "debate.judging");
  const recordedMode = judging?.type === "debate.judging" ? judging.mode : null;
  const currentMode = getJudgeMode(decide);
  const judgedAfter = findLastCompleteRound(stored) + 1;
  return {
    answer(step) {
      return isCheck(step.stepId) ? findCheck(stored, step) : answerCall(step);
    },
    asksDroppedAgain: (step) => stored.steps.has(formatStepId(stored.id, step)),
  };

  async function answerCall(step: RecordedStep): Promise<StepOutcome> {
    const { stepId, round } = step;
    // A verdict is valid for the rounds it was about, and for what was asked.
    const stands = isBallot(stepId)
      ? areBallotsValid(stored, decide, step)
      : recordedMode === currentMode;
    const { hash } = stored.steps.get(formatStepId(stored.id, parseStepName(stepId))) ?? {};
    if (isAboutPositions(stepId)) {
      if (hash === undefined || step.isHash?.(hash) !== true) return NOT_RECORDED;
    } else if (comesAfterRounds(stepId) && !(round === judgedAfter && stands)) return NOT_RECORDED;
    return findOutcome(stored, step) ?? NOT_RECORDED;
  }
}

/** A check of the same answer in the same way. Without one, it is made now: no model is needed for it. */
function findCheck(stored: StoredRun, step: RecordedStep): Promise<StepOutcome> | null {
  const { hash = "" } = stored.steps.get(formatStepId(stored.id, parseStepName(step.stepId))) ?? {};
  const outcome = step.isHash?.(hash) ? findOutcome(stored, step) : undefined;
  return outcome ? Promise.resolve(outcome) : null;
}

/** The judge's mode; `null` if no judge decides. */
function getJudgeMode(decide: ResolvedConfig["decide"]): "synthesize" | "pick" | null {
  if (typeof decide === "function" || !asksJudge(decide)) return null;
  return decide.type === "judged" ? decide.mode : "synthesize";
}

/**
 * Rankings can be counted in several ways, but approval asks something else of the members, and numbers
 * stand only for the texts that were shown.
 */
function areBallotsValid(
  { events }: StoredRun,
  decide: ResolvedConfig["decide"],
  { items = [] }: RecordedStep,
): boolean {
  const cast = events.findLast((event) => event.type === "debate.balloting");
  if (typeof decide === "function" || decide.type !== "ranked" || !cast) return false;
  const shownItems = new Set(
    events.flatMap((event) =>
      event.type === "debate.response" && cast.ranked.includes(event.debater) ? event.text : [],
    ),
  );
  const asMany = items.length >= cast.ranked.length - 1 && items.length <= cast.ranked.length;
  const sameTask = (cast.count === "approval") === (decide.count === "approval");
  return sameTask && asMany && items.every((item) => shownItems.has(item));
}

/** Answers a call from another run's steps, whatever the id of this run is. */
function findOutcome(stored: StoredRun, step: RecordedStep): StepOutcome | undefined {
  const outcome = stored.steps.get(formatStepId(stored.id, parseStepName(step.stepId)))?.outcome;
  return isComparison(step.stepId) && !isSameComparison(stored, step) ? undefined : outcome;
}

/**
 * A comparison speaks of texts by their numbers: it stands only for the texts that were shown. They were
 * shown in panel order, then as now.
 */
function isSameComparison(stored: StoredRun, { stepId, items = [] }: RecordedStep): boolean {
  const shownItems = new Set(listShownItems(stored, stepId));
  return (
    shownItems.size > 0 &&
    shownItems.size === items.length &&
    items.every((item) => shownItems.has(item))
  );
}

/** The texts that a comparison of a run was about, in any order; none for other steps. */
export function listShownItems({ events }: StoredRun, stepId: string): string[] {
  if (!isComparison(stepId)) return [];
  const comparedKind = comesAfterRounds(stepId) ? "verdict" : "positions";
  const event = events.findLast(
    (candidate) =>
      candidate.type === "debate.compared" &&
      candidate.what === comparedKind &&
      (comparedKind === "verdict" || candidate.round === parseRound(stepId)),
  );
  if (event?.type !== "debate.compared") return [];
  return event.shown ?? [...event.groups.flatMap(({ items }) => items), ...event.none];
}

const NOT_RECORDED: StepOutcome = {
  reply: null,
  error: NEVER_ASKED,
  ...NO_COST,
};

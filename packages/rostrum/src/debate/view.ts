import { clusterAnswers } from "../answers/index.ts";
import { counting } from "../decide/index.ts";
import type { AnswerReader } from "../protocol/answer.ts";
import type { Position, Round } from "../protocol/position.ts";
import { clusterDigest, type Block } from "./digest.ts";
import { fenced, type Indexed, type Quote } from "./fence.ts";
import { peerLabels } from "../record/peer-labels.ts";
import type { Seat } from "./state.ts";
import type { ResolvedConfig, Task } from "./resolved-config.ts";

/** What one reader sees of the panel. */
export interface View {
  /** Positions in the order and under the labels shown. */
  peers: Position[];
  /** The same, as fenced blocks. */
  text: string;
  /** The reader's own last answer, fenced; empty for the judge. */
  own: string;
  /** The claim that the round begins with, fenced; empty without one. */
  crux: string;
  /** Panel index behind each label shown. */
  labels: ReadonlyMap<string, number>;
}

export interface Viewing {
  config: ResolvedConfig;
  task: Task;
  rounds: readonly Round[];
  seats: readonly Seat[];
  /** The round that is about to begin; for the judge, one past the last. */
  round: number;
  /** Panel indexes that may be seen, ascending. */
  visible: readonly number[];
  /** `null` for the judge. */
  viewer: Seat | null;
  /** Show the positions in the opposite order, under the same labels. */
  reversed?: boolean;
  reader: AnswerReader;
  /** The claim that the disagreement turns on. */
  crux?: string | null;
  /** The rest of the prompt. The mark of the fence must not occur in it. */
  around: readonly string[];
  /** The same for a chat. */
  chat?: Indexed;
}

/** Quotes the visible positions so that they can't be mistaken for instructions. */
export function viewOf(viewing: Viewing): View {
  const { config, round, viewer, around } = viewing;
  const { question, secret } = viewing.task;
  const labels = labelled(viewing);
  const inOrder = blocksOf(viewing, labels);
  const blocks = viewing.reversed ? inOrder.toReversed() : inOrder;
  const own = viewer?.vote ? (viewer.vote.answer ?? viewer.vote.text) : "";
  const checks = checksOf(blocks, viewer);
  const quotes: Quote[] = [
    { label: "your last answer", text: own },
    { label: "claim", text: viewing.crux ?? "" },
    ...blocks.map(({ title, text }) => ({ label: title, text })),
    ...checks.map(({ answer }) => ({ label: "checked answer", text: answer })),
  ];
  // The decoded text, if the reply hides it behind escapes.
  const decoded = blocks.map(({ position }) => position.answer ?? "");
  const source = { seed: config.seed, round, question, secret };
  const [ownText = "", cruxText = "", ...texts] = fenced(
    source,
    quotes,
    [...decoded, ...around],
    viewing.chat,
  );
  const checked = texts
    .splice(blocks.length)
    .map((text, index) => `${checks[index]?.words ?? ""}\n${text}`);
  return {
    peers: blocks.filter(({ mine }) => !mine).map(({ position }) => position),
    text: [...texts, ...checked].join("\n\n"),
    own: own === "" ? "" : ownText,
    crux: viewing.crux == null ? "" : cruxText,
    labels,
  };
}

/** The checker's findings are shown to all, with each answer quoted like any other text. */
function checksOf(
  blocks: readonly Block[],
  viewer: Seat | null,
): { words: string; answer: string }[] {
  const isChecked = ({ verdict }: Position): boolean => verdict !== undefined;
  if (
    !blocks.some(({ position }) => isChecked(position)) &&
    !(viewer?.vote && isChecked(viewer.vote))
  )
    return [];
  const found = new Map<string, string>();
  const note = ({ verdict, answer }: Position): void => {
    if (answer !== null && (verdict === "ok" || verdict === "refuted")) found.set(answer, verdict);
  };
  for (const { position } of blocks) note(position);
  if (viewer?.vote) note(viewer.vote);
  return [...found].map(([answer, verdict]) => {
    const words = verdict === "ok" ? "is right" : "is wrong";
    return {
      words: `A check that does not use a model found that this answer ${words}:`,
      answer,
    };
  });
}

/** Labels in the order shown: letters when anonymous, else names. */
function labelled({ config, task, seats, visible, viewer }: Viewing): Map<string, number> {
  const labels = new Map<string, number>();
  if (!config.anonymous) {
    for (const index of visible) {
      const seat = seats[index];
      if (seat?.vote) labels.set(seat.member.name, index);
    }
    return labels;
  }
  const seen = visible.length > 8 ? new Set(visible) : null;
  for (const [label, index] of lettered({ config, task, seats, viewer })) {
    const isSeen = seen ? seen.has(index) : visible.includes(index);
    if (isSeen && seats[index]?.vote) labels.set(label, index);
  }
  return labels;
}

/**
 * By reader: its seat, and for the judge the seats of the debate. They are valid for the whole
 * debate.
 */
const known = new WeakMap<object, readonly [string, number][]>();

function lettered({
  config,
  task,
  seats,
  viewer,
}: Pick<Viewing, "config" | "task" | "seats" | "viewer">): readonly [string, number][] {
  const before = known.get(viewer ?? seats);
  if (before) return before;
  const labels = peerLabels({
    seed: config.seed,
    question: task.question,
    members: seats.length,
    reader: viewer?.index ?? null,
  });
  known.set(viewer ?? seats, labels);
  return labels;
}

function blocksOf(viewing: Viewing, labels: ReadonlyMap<string, number>): Block[] {
  const { config, seats } = viewing;
  if (config.show === "transcript") return transcript(viewing, labels);
  const latest: Block[] = [];
  for (const [label, index] of labels) {
    const vote = seats[index]?.vote;
    if (!vote) continue;
    const said = config.substitute?.(vote) ?? vote;
    latest.push({ title: label, text: said.text, mine: false, position: under(label, said) });
  }
  if (config.show !== "digest") return latest;
  // Votes may come from different rounds, whose cluster numbers mean different things.
  const values = [...labels.values()].map((index) => seats[index]?.value ?? null);
  const groups = clusterAnswers(values, viewing.reader);
  return clusterDigest(groups.map((group) => group.flatMap((place) => latest[place] ?? [])));
}

/**
 * Every round so far, without what is already in the viewer's chat: its own turns, and rounds of
 * peers.
 */
function transcript(
  { config, task, rounds, viewer }: Viewing,
  labels: ReadonlyMap<string, number>,
): Block[] {
  const whole = viewer === null || task.wholeTranscripts === true;
  const speakers = [...(viewer && whole ? [["You", viewer.index] as const] : []), ...labels];
  return counting(rounds).flatMap(({ index: round, positions }) =>
    speakers.flatMap(([label, index]) => {
      const position = positions[index];
      if (position?.status !== "spoke") return [];
      if (!whole && round < (viewer.shown.get(index) ?? 0)) return [];
      const mine = index === viewer?.index;
      const said = mine ? position : (config.substitute?.(position) ?? position);
      return {
        title: `${label}, round ${round}`,
        text: said.text,
        mine,
        position: under(label, said),
      };
    }),
  );
}

function under(label: string, position: Position): Position {
  return label === position.debater ? position : { ...position, debater: label };
}

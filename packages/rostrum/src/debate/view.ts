import { clusterAnswers } from "../answers/index.ts";
import { counting } from "../decide/index.ts";
import type { AnswerReader } from "../protocol/answer.ts";
import type { Position, Round } from "../protocol/position.ts";
import { chatContains } from "./chat-marks.ts";
import { clusterDigest, type Block } from "./digest.ts";
import { fenceSource } from "./fence-source.ts";
import { contains, markFor, quotation, withQuotation } from "./fence.ts";
import type { Label } from "../record/peer-labels.ts";
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
  /** The labels shown, in order. */
  labels: readonly Label[];
  /** What the others call the reader; empty for the judge, and where everybody has a name. */
  ownLabel: string;
}

export interface Viewing {
  config: ResolvedConfig;
  task: Task;
  rounds: readonly Round[];
  seats: readonly Seat[];
  /** What everybody calls the members in an anonymous debate. */
  labels: readonly Label[];
  /** The round that is about to begin; for the judge, one past the last. */
  round: number;
  /** Panel indexes that may be seen, ascending; `null`: everybody. */
  visible: readonly number[] | null;
  /** `null` for the judge. */
  viewer: Seat | null;
  /** Show the positions in the opposite order, under the same labels. */
  reversed?: boolean;
  reader: AnswerReader;
  /** The claim that the disagreement turns on. */
  crux?: string | null;
  /** The rest of the prompt. The mark of the fence must not occur in it. */
  around: readonly string[];
  /** A mark that occurs neither there, nor in the viewer's chat, nor in a reply; `null` if none is known. */
  mark?: string | null;
}

/** Quotes the visible positions so that they can't be mistaken for instructions. */
export function viewOf(viewing: Viewing): View {
  const { viewer, crux = null } = viewing;
  const labels = labelled(viewing);
  const inOrder = blocksOf(viewing, labels);
  const blocks = viewing.reversed ? inOrder.toReversed() : inOrder;
  const own = viewer?.vote ? (viewer.vote.answer ?? viewer.vote.text) : "";
  const checks = checksOf(blocks, viewer);
  const mark = markOf(viewing, own, blocks, checks);
  let quotations = "";
  for (const { title, text } of blocks) {
    quotations = withQuotation(quotations, mark, title, text);
  }
  for (const { words, answer } of checks) {
    const before = quotations === "" ? "" : `${quotations}\n\n`;
    quotations = `${before}${words}\n${quotation(mark, "checked answer", answer)}`;
  }
  const others = blocks.some(({ mine }) => mine) ? blocks.filter(({ mine }) => !mine) : blocks;
  return {
    peers: others.map(({ position }) => position),
    text: quotations,
    own: own === "" ? "" : quotation(mark, "your last answer", own),
    crux: crux === null ? "" : quotation(mark, "claim", crux),
    labels,
    ownLabel: ownLabel(viewing),
  };
}

function ownLabel({ config, labels, viewer }: Viewing): string {
  if (viewer === null || !config.anonymous) return "";
  return labels.find(([, index]) => index === viewer.index)?.[0] ?? "";
}

function markOf(
  viewing: Viewing,
  own: string,
  blocks: readonly Block[],
  checks: readonly Check[],
): string {
  const { mark = null, crux, round } = viewing;
  if (mark !== null && !contains(crux ?? "", mark)) return mark;
  return markFor(fenceSource(viewing, round), (tried) =>
    isUsed(tried, viewing, own, blocks, checks),
  );
}

/** Whether a mark occurs in what the fences contain or in what is around them. */
function isUsed(
  mark: string,
  { around, viewer, crux }: Viewing,
  own: string,
  blocks: readonly Block[],
  checks: readonly Check[],
): boolean {
  if (contains(own, mark) || contains(crux ?? "", mark)) return true;
  for (const text of around) if (contains(text, mark)) return true;
  for (const { title, text, position } of blocks) {
    if (contains(title, mark) || contains(text, mark)) return true;
    // The decoded answer too, if the reply hides it behind escapes.
    if (contains(position.answer ?? "", mark)) return true;
  }
  for (const { answer } of checks) if (contains(answer, mark)) return true;
  return viewer !== null && chatContains(viewer, mark);
}

interface Check {
  words: string;
  answer: string;
}

/** The checker's findings are shown to all, with each answer quoted like any other text. */
function checksOf(blocks: readonly Block[], viewer: Seat | null): readonly Check[] {
  if (viewer?.vote?.verdict === undefined && !blocks.some(isChecked)) return NO_CHECKS;
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

const NO_CHECKS: readonly Check[] = [];

const isChecked = ({ position }: Block): boolean => position.verdict !== undefined;

/** Labels in the order shown: letters when anonymous, else names. */
function labelled(viewing: Viewing): readonly Label[] {
  const { config, seats, visible, viewer } = viewing;
  const all = config.anonymous ? lettersOf(viewing) : namesOf(seats, viewer);
  const seen = visible !== null && visible.length > FEW ? new Set(visible) : null;
  const isShown = ([, index]: Label): boolean =>
    seats[index]?.vote != null && (seen ? seen.has(index) : (visible?.includes(index) ?? true));
  // Mostly everybody has a vote and may be seen.
  return all.every(isShown) ? all : all.filter(isShown);
}

function namesOf(seats: readonly Seat[], viewer: Seat | null): Label[] {
  const names: Label[] = [];
  for (const seat of seats) if (seat !== viewer) names.push([seat.member.name, seat.index]);
  return names;
}

/** Searching a short list is faster than hashing it. */
const FEW = 8;

function lettersOf({ labels, viewer }: Viewing): readonly Label[] {
  return viewer === null ? labels : labels.filter(([, index]) => index !== viewer.index);
}

function blocksOf(viewing: Viewing, labels: readonly Label[]): Block[] {
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
  const values = labels.map(([, index]) => seats[index]?.value ?? null);
  const groups = clusterAnswers(values, viewing.reader);
  return clusterDigest(groups.map((group) => group.flatMap((place) => latest[place] ?? [])));
}

/**
 * Every round so far, without what is already in the viewer's chat: its own turns, and rounds of
 * peers.
 */
function transcript({ config, task, rounds, viewer }: Viewing, labels: readonly Label[]): Block[] {
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
  if (label === position.debater) return position;
  // In two steps, because a field that follows a spread takes several times as long.
  const shown = { ...position };
  shown.debater = label;
  return shown;
}

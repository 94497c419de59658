import { clusterAnswers } from "../../answers/cluster.ts";
import { filterCounting } from "../../decide/votes.ts";
import type { AnswerReader } from "../../protocol/answer.ts";
import type { Position } from "../../protocol/position.ts";
import type { SeeFunction } from "../../protocol/rules.ts";
import type { SeeObject } from "../../protocol/rule-settings.ts";
import type { PeerLabel } from "../../record/peer-labels.ts";
import { createRandom, shuffle } from "../../record/random.ts";
import type { Filled } from "../../options/checks.ts";
import { fenceQuotes, quotation } from "../prompts/marks.ts";
import type { ResolvedVerify } from "../config/resolved-config.ts";
import type { DebateState, Seat } from "../state/state.ts";

/** The part of the panel that one viewer sees. The viewer is a debater or the judge. */
export interface View {
  /** Positions in the order and under the labels shown. */
  peers: Position[];
  /** The positions as fenced blocks. */
  text: string;
  /** The viewer's own last answer, fenced; empty for the judge. */
  own: string;
  /** The crux of the round, fenced; empty without one. */
  crux: string;
  /** The labels shown, in order. */
  labels: readonly PeerLabel[];
  /** Label of the viewer for the others; empty for the judge, and if debaters have names. */
  ownLabel: string;
}

export interface ViewOptions {
  /** Panel indexes that the viewer may see; `null`: all. */
  visible: ReadonlySet<number> | null;
  /** `null` for the judge. */
  viewer: Seat | null;
  /** Show the positions in the opposite order, under the same labels. */
  reversed?: boolean;
  reader: AnswerReader;
  /** The claim that the disagreement turns on. */
  crux?: string | null;
  /** The mark of the fences. */
  mark: string;
}

/** Quotes the visible positions, so that they can't be mistaken for instructions. */
export function showPanel(state: DebateState, options: ViewOptions): View {
  const { viewer, mark, crux = null } = options;
  const labels = listLabels(state, options);
  const inOrder = listBlocks(state, options, labels);
  const blocks = options.reversed ? inOrder.toReversed() : inOrder;
  const ownAnswer = viewer?.vote ? (viewer.vote.answer ?? viewer.vote.text) : "";
  const quotations = [
    ...blocks.map(({ title, text }) => quotation(mark, title, text)),
    ...(state.config.verify === null ? [] : listChecks(state.config.verify, blocks, viewer, mark)),
  ];
  return {
    peers: blocks.map(({ position }) => position),
    text: quotations.join("\n\n"),
    own: ownAnswer === "" ? "" : quotation(mark, "your last answer", ownAnswer),
    crux: crux === null ? "" : quotation(mark, "claim", crux),
    labels,
    ownLabel: findOwnLabel(state, viewer),
  };
}

function findOwnLabel({ config, labels }: DebateState, viewer: Seat | null): string {
  if (viewer === null || !config.anonymous) return "";
  return labels.find(([, index]) => index === viewer.index)?.[0] ?? "";
}

/** Every member sees the checker's findings, quoted like any other text. */
function listChecks(
  { verdictPhrases }: ResolvedVerify,
  blocks: readonly PeerBlock[],
  viewer: Seat | null,
  mark: string,
): string[] {
  const visiblePositions = blocks.map(({ position }) => position);
  const checkByAnswer = new Map<string, { verdict: "ok" | "refuted"; check: string | undefined }>();
  for (const { verdict, answer, check } of viewer?.vote
    ? [...visiblePositions, viewer.vote]
    : visiblePositions) {
    if (answer !== null && (verdict === "ok" || verdict === "refuted"))
      checkByAnswer.set(answer, { verdict, check });
  }
  return [...checkByAnswer].map(([answer, { verdict, check }]) => {
    const checkQuotation =
      check === undefined ? "" : `\n${quotation(mark, "what the check says", check)}`;
    return (
      `A check that does not use a model found that this answer ${verdictPhrases[verdict]}:\n` +
      quotation(mark, "checked answer", answer) +
      checkQuotation
    );
  });
}

/** Labels in the order shown: letters when anonymous, else names. */
function listLabels(
  { config, seats, labels }: DebateState,
  { visible, viewer }: ViewOptions,
): readonly PeerLabel[] {
  const all = config.anonymous
    ? labels
    : seats.map(({ member, index }): PeerLabel => [member.name, index]);
  return all.filter(
    ([, index]) =>
      index !== viewer?.index &&
      seats[index]?.vote != null &&
      (visible === null || visible.has(index)),
  );
}

/** One quotation: the name of its source, and its text. */
interface PeerBlock {
  title: string;
  text: string;
  position: Position;
}

function listBlocks(
  state: DebateState,
  { viewer, reader }: ViewOptions,
  labels: readonly PeerLabel[],
): PeerBlock[] {
  const { config, seats } = state;
  if (config.show === "transcript") return listTranscript(state, viewer, labels);
  const latest = labels.flatMap(([label, index]) => {
    const vote = seats[index]?.vote;
    return vote ? [createPeerBlock(state, label, label, vote)] : [];
  });
  if (config.show !== "digest") return latest;
  // Votes may come from different rounds, in which cluster numbers differ.
  const values = labels.map(([, index]) => seats[index]?.value ?? null);
  const groups = clusterAnswers(values, reader);
  return listAnswerDigests(groups.map((group) => group.flatMap((index) => latest[index] ?? [])));
}

/** All rounds so far, without what the viewer's chat already has: its own turns, and earlier rounds of peers. */
function listTranscript(
  state: DebateState,
  viewer: Seat | null,
  labels: readonly PeerLabel[],
): PeerBlock[] {
  return filterCounting(state.ports.rounds).flatMap(({ index: round, positions }) =>
    labels.flatMap(([label, index]) => {
      const position = positions[index];
      if (position?.status !== "spoke") return [];
      if (round < (viewer?.shownRounds.get(index) ?? 0)) return [];
      return [createPeerBlock(state, `${label}, round ${round}`, label, position)];
    }),
  );
}

function createPeerBlock(
  { config }: DebateState,
  title: string,
  label: string,
  position: Position,
): PeerBlock {
  // Tool results are private unless the config shares evidence.
  const { toolCalls: _toolCalls, ...shownPosition } = config.substitute?.(position) ?? position;
  return { title, text: shownPosition.text, position: { ...shownPosition, debater: label } };
}

/**
 * Summary of the panel: each answer, its number of votes, and its shortest reasoning. It is computed without a model,
 * so it is free and has only what debaters wrote.
 */
function listAnswerDigests(clusters: readonly (readonly PeerBlock[])[]): PeerBlock[] {
  const memberCount = clusters.reduce((sum, { length }) => sum + length, 0);
  return clusters.map((holders) => {
    const shortest = holders.reduce((a, b) => (reasoningLength(b) < reasoningLength(a) ? b : a));
    const { answer, reasoning, text } = shortest.position;
    return {
      title: `held by ${holders.length} of ${memberCount} others`,
      text: `Answer: ${answer ?? ""}\n${reasoning || text}`,
      position: shortest.position,
    };
  });
}

/** An empty reasoning doesn't count as the shortest one. */
function reasoningLength({ position: { reasoning } }: PeerBlock): number {
  return reasoning === "" ? Infinity : reasoning.length;
}

/** Panel indexes that a debater sees in a round; `null`: all. */
export function listVisible(
  { config, task, seats }: DebateState,
  { index: viewer }: Seat,
  round: number,
): ReadonlySet<number> | null {
  const { see, seed } = config;
  if (typeof see !== "function" && see.type === "all") return null;
  const random = createRandom(`see ${seed} ${round} ${viewer} `, task.question);
  const seeInput = { viewer, size: seats.length, round, random };
  return new Set(typeof see === "function" ? see(seeInput) : listSeen(see, seeInput));
}

function listSeen(
  see: Filled<SeeObject>,
  { viewer, size, random }: Parameters<SeeFunction>[0],
): number[] {
  const everyone = [...Array(size).keys()];
  switch (see.type) {
    case "all":
      return everyone;
    case "ring":
      return everyone.filter((index) => {
        const distance = Math.abs(index - viewer);
        return Math.min(distance, size - distance) <= see.k;
      });
    case "star":
      return viewer === see.i ? everyone : [see.i];
    case "sample": {
      const peers = everyone.filter((index) => index !== viewer);
      return shuffle(peers, random).slice(0, see.k);
    }
  }
}

const MODERATOR_INTRO =
  "The moderator of this debate, who is not one of the debaters, says to everyone before this round:";

/**
 * Renders a moderator's notes that the debater hasn't seen yet, fenced and followed by an empty line; empty if there
 * are none.
 */
export function showNotes({ ports }: DebateState, seat: Seat, round: number, mark: string): string {
  const notes = ports.notesUpTo(round).slice(seat.notesSeen);
  if (notes.length === 0) return "";
  const quotes = notes.map(({ note, from }) => ({
    label: from === undefined ? "the moderator's note" : `the moderator's note, from ${from}`,
    text: note,
  }));
  return `${MODERATOR_INTRO}\n\n${fenceQuotes(mark, quotes).join("\n\n")}\n\n`;
}

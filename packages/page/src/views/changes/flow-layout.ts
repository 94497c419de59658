import type { Round } from "@rostrum/core/protocol";

/** A row of the flow: an answer of the debate, or none. */
export interface Lane {
  /** Null for debaters without an answer that counts. */
  number: number | null;
  answer: string;
  top: number;
  height: number;
}

export interface Stop {
  debater: string;
  round: number;
  x: number;
  y: number;
  number: number | null;
  isChanged: boolean;
}

export interface FlowLayout {
  lanes: Lane[];
  /** One path per debater, with one stop per round. */
  paths: Stop[][];
  columns: { round: number; x: number }[];
  width: number;
  height: number;
}

const HEAD = 28;
const LABEL = 26;
const ROW = 22;
const GAP = 8;
const SIDE = 14;

/** Lays out answers as rows and rounds as columns. */
export function layOutFlow(
  rounds: readonly Round[],
  numbers: readonly (readonly (number | null)[])[],
  width: number,
  nameWidth: number,
): FlowLayout {
  const names = rounds[0]?.positions.map(({ debater }) => debater) ?? [];
  const lanes = buildLanes(rounds, numbers);
  const room = Math.max(1, width - 2 * SIDE - nameWidth);
  const step = rounds.length < 2 ? room : room / (rounds.length - 1);
  const columns = rounds.map(({ index }, column) => ({ round: index, x: SIDE + column * step }));
  const paths = names.map((debater, member) =>
    rounds.map((round, column): Stop => {
      const number = numbers[column]?.[member] ?? null;
      const lane = lanes.find((each) => each.number === number);
      const sharing = round.positions.map((_, other) => numbers[column]?.[other] ?? null);
      // Within a lane, members are in panel order.
      const row = sharing.slice(0, member).filter((other) => other === number).length;
      return {
        debater,
        round: round.index,
        x: columns[column]?.x ?? 0,
        y: (lane?.top ?? 0) + LABEL + row * ROW + ROW / 2 - 4,
        number,
        isChanged: round.positions[member]?.changed ?? false,
      };
    }),
  );
  const last = lanes.at(-1);
  return { lanes, paths, columns, width, height: last ? last.top + last.height : HEAD };
}

/** One lane per answer, in the order of appearance, as high as its largest group. */
function buildLanes(
  rounds: readonly Round[],
  numbers: readonly (readonly (number | null)[])[],
): Lane[] {
  const groups = new Map<number | null, { answer: string; maxCount: number }>();
  rounds.forEach(({ positions }, roundIndex) => {
    const roundCounts = new Map<number | null, number>();
    positions.forEach(({ answer }, member) => {
      const number = numbers[roundIndex]?.[member] ?? null;
      const count = (roundCounts.get(number) ?? 0) + 1;
      roundCounts.set(number, count);
      const previous = groups.get(number);
      const answerText = number === null ? "no answer that counts" : (answer ?? "");
      groups.set(number, {
        answer: previous?.answer ?? answerText,
        maxCount: Math.max(previous?.maxCount ?? 0, count),
      });
    });
  });
  let top = HEAD;
  const inOrder = [...groups].sort(([a], [b]) => (a ?? Infinity) - (b ?? Infinity));
  return inOrder.map(([number, { answer, maxCount }]) => {
    const lane = { number, answer, top, height: LABEL + maxCount * ROW + 2 };
    top += lane.height + GAP;
    return lane;
  });
}

import { autoReader } from "../answers/index.ts";
import { describeClusters } from "../decide/index.ts";
import { ConfigError } from "../errors.ts";
import type { Poll, PollFunction, PollState } from "../protocol/rules.ts";
import { prepare, type Answered } from "./ask.ts";
import type { Caps } from "./caps.ts";
import { closeRound, speak } from "./round.ts";
import type { Seat } from "./seat.ts";
import { endForBudget } from "./spent.ts";
import { standingsOf } from "./standings.ts";
import type { Table } from "./table.ts";

/** Ask the whole panel at once. */
export function everyone(): Poll & { type: "everyone" } {
  return { type: "everyone" };
}

/** Round 0 in batches: the poll looks at the replies so far and says whom to ask next. */
export async function pollRound(table: Table, poll: PollFunction, caps: Caps): Promise<string | null> {
  const { ports } = table;
  const answered: Answered[] = [];
  for (;;) {
    const batch = nextBatch(table, poll, answered);
    if (batch.length === 0 && answered.length > 0) break;
    const askings = batch.map((seat) => prepare(table, seat, 0));
    const shortage = caps.reserve(askings.map(({ call }) => call));
    if (shortage !== null && answered.length === 0) return endForBudget(table, shortage);
    if (shortage !== null) {
      closeRound(table, 0, answered);
      return endForBudget(table, shortage);
    }
    if (answered.length === 0) {
      const asked = batch.map(({ member }) => member.name);
      ports.emit({ type: "debate.round_started", round: 0, asked });
    }
    answered.push(...(await speak(table, askings)));
  }
  return closeRound(table, 0, answered)?.reason ?? null;
}

function nextBatch(table: Table, poll: PollFunction, answered: readonly Answered[]): Seat[] {
  const { seats } = table;
  const chosen = [...new Set(poll(stateOf(table, answered)))].map((index) => {
    const seat = seats[index];
    if (!seat) {
      throw new ConfigError(
        "poll",
        `expected panel indexes from 0 to ${seats.length - 1}, got ${String(index)}`,
      );
    }
    return seat;
  });
  const batch = chosen.filter((seat) => !seat.asked).sort((a, b) => a.index - b.index);
  if (batch.length === 0 && answered.length === 0) {
    throw new ConfigError("poll", "expected at least one debater to ask first, got none");
  }
  return batch;
}

function stateOf({ seats, task, reader, ports }: Table, answered: readonly Answered[]): PollState {
  const texts = answered.flatMap(({ read }) => (read && !read.truncated ? [read.text] : []));
  const { list, groups } = standingsOf(seats, answered, reader ?? autoReader(task.question, texts));
  const current = ports.rounds[0]?.positions ?? [];
  const positions = current.map((position, index) => ({ ...position, ...list[index] }));
  return {
    question: task.question,
    size: seats.length,
    asked: answered.map(({ seat }) => seat.index),
    positions,
    clusters: describeClusters(groups, positions),
  };
}

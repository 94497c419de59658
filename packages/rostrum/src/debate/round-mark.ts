import { chatContains } from "./chat-marks.ts";
import { fenceSource } from "./fence-source.ts";
import { contains, firstMark } from "./fence.ts";
import type { DebateState } from "./state.ts";

/**
 * The mark that all readers of a round can use, because it is neither in a chat nor in a text that one of them may
 * be shown. `null` if it is, or if readers are shown more than the latest replies: then each reader gets a
 * mark of its own. Most texts are shown to several readers, and this looks at each of them once.
 */
export function roundMark(state: DebateState, round: number): string | null {
  const { config, seats } = state;
  if (config.show !== "latest" || config.substitute) return null;
  const mark = firstMark(fenceSource(state, round));
  const [first] = seats;
  for (const seat of seats) {
    const { vote, member, chat } = seat;
    if (contains(member.name, mark) || contains(vote?.answer ?? "", mark)) return null;
    // Mostly the last turn is the vote.
    if (vote && vote.text !== chat.at(-1)?.content && contains(vote.text, mark)) return null;
    // The first turns are the same for everybody.
    const known = first && seat !== first ? turnsShared(first.chat, chat) : 0;
    if (chatContains(seat, mark, known)) return null;
  }
  return mark;
}

function turnsShared(a: readonly object[], b: readonly object[]): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count += 1;
  return count;
}

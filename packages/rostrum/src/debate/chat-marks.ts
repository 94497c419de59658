import { contains } from "./fence.ts";
import { createMarkIndex } from "./mark-index.ts";
import type { Seat } from "./state.ts";

/** A chat this short is read as fast as it is indexed. */
const SHORT_CHAT = 8;

/** Whether a turn of a seat's chat contains a mark; `from`: the first turn to look at, if the chat is short. */
export function chatContains(seat: Seat, mark: string, from = 0): boolean {
  const { chat } = seat;
  if (chat.length > SHORT_CHAT) return (seat.marks ??= createMarkIndex()).has(mark, chat);
  for (let at = from; at < chat.length; at++) {
    if (contains(chat[at]?.content ?? "", mark)) return true;
  }
  return false;
}

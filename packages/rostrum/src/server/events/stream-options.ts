import type { InTurn } from "./in-turn.ts";

export interface StreamOptions {
  /** Sends a heartbeat after this many milliseconds without an event. */
  keepAliveMs: number;
  /** A reader that reads nothing for this long, although there is something to read, is disconnected. */
  stallMs: number;
  /** Readers on connections of Node send in turn. */
  inTurn: InTurn;
  /** Disconnects the reader. Closing the stream would wait until it has read everything. */
  cutOff(): void;
  onClose(): void;
}

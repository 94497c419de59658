import { setImmediate as nextTurn } from "node:timers/promises";
import type { DebateEvent, DebateResult } from "@rostrum/core/protocol";
import { expect, test } from "vitest";
import { createLiveDebate } from "./live-debate.ts";

const IDENTITY = { id: "d", user: null, team: null, digest: "" };

test("events of one turn of the event loop are announced together", async () => {
  const result = Promise.withResolvers<DebateResult<unknown>>();
  let emit: (event: DebateEvent) => unknown = () => undefined;
  const live = createLiveDebate(IDENTITY, ({ onEvent }) => {
    emit = onEvent;
    return result.promise;
  });
  live.markStored(Infinity);
  const announced: number[] = [];
  live.listen({ changed: () => announced.push(live.events.length) });
  const emitRound = (seq: number): unknown =>
    emit({ type: "debate.round_started", debateId: "d", at: 0, seq, round: seq, asked: [] });

  emitRound(0);
  emitRound(1);
  await Promise.resolve();
  emitRound(2);
  expect(live.events).toHaveLength(3);
  expect(announced).toEqual([]);
  await nextTurn();
  expect(announced).toEqual([3]);

  emitRound(3);
  await nextTurn();
  expect(announced).toEqual([3, 4]);
});

import { setImmediate as nextTurn } from "node:timers/promises";
import type { DebateEvent, DebateResult } from "@rostrum/core/protocol";
import { JournalError } from "@rostrum/core/support";
import { expect, test } from "vitest";
import { createLiveDebate, type LiveDebate } from "./live-debate.ts";

const IDENTITY = { id: "d", user: null, team: null, digest: "" };

interface Staged {
  live: LiveDebate;
  emitRound(seq: number): void;
  emitText(text: string): void;
  end: PromiseWithResolvers<DebateResult<unknown>>;
}

function stage(): Staged {
  const end = Promise.withResolvers<DebateResult<unknown>>();
  let emit: (event: DebateEvent) => unknown = () => undefined;
  const live = createLiveDebate(IDENTITY, ({ onEvent }) => {
    emit = onEvent;
    return end.promise;
  });
  const common = { debateId: "d", at: 0 };
  return {
    live,
    end,
    emitRound: (seq) =>
      void emit({ ...common, type: "debate.round_started", seq, round: seq, asked: [] }),
    emitText: (text) => void emit({ ...common, type: "debate.delta", source: "a", round: 0, text }),
  };
}

const seqs = ({ events }: LiveDebate): number[] => events.map(({ seq }) => seq);

test("events of one turn of the event loop are announced together", async () => {
  const { live, emitRound } = stage();
  live.markStored(Infinity);
  const announced: number[] = [];
  live.listen({ changed: () => announced.push(live.events.length) });

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

test("an event, and the text after it, are held back until the event is stored", async () => {
  const { live, emitRound, emitText } = stage();
  const begun: number[] = [];
  void live.begun.then(() => begun.push(live.events.length));
  emitRound(0);
  emitRound(1);
  emitText("late");
  await nextTurn();
  expect(seqs(live)).toEqual([]);
  expect(begun).toEqual([]);
  live.markStored(1);
  await nextTurn();
  expect(seqs(live)).toEqual([0]);
  expect(begun).toEqual([1]);
  const texts: string[] = [];
  live.listen({
    changed: () => undefined,
    deltas: (pieces) => texts.push(...pieces.map(({ text }) => `${live.events.length}: ${text}`)),
  });
  emitRound(2);
  live.markStored(3);
  expect(seqs(live)).toEqual([0, 1, 2]);
  expect(texts).toEqual(["2: late"]);
});

test("events that could not be stored are shown at the end, unless another process goes on", async () => {
  const failed = stage();
  failed.emitRound(0);
  failed.end.reject(new Error("the disk is full"));
  await expect(failed.live.result).rejects.toThrow("the disk is full");
  expect(seqs(failed.live)).toEqual([0]);

  const lost = stage();
  lost.emitRound(0);
  lost.end.reject(new JournalError("journal_lost", "another process has the run"));
  await expect(lost.live.begun).rejects.toThrow("another process has the run");
  expect(seqs(lost.live)).toEqual([]);
});

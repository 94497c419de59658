import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createFrameStream, type FrameSource } from "./frame-stream.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const OPENING = [encode("opening\n")];

/** A source that gets its frames in batches, one per turn of the event loop, and then ends. */
function createSource(batches: readonly (readonly string[])[]): FrameSource {
  const unsent: Uint8Array[] = [];
  let over = false;
  return {
    follow(changed) {
      void (async () => {
        for (const batch of batches) {
          await nextTurn();
          unsent.push(...batch.map((text) => encode(`${text}\n`)));
          changed();
        }
        over = true;
        changed();
      })();
      return () => undefined;
    },
    next: () => unsent.splice(0, 3),
    isDone: () => over && unsent.length === 0,
    lastFrames: async () => [encode("ending\n")],
  };
}

test("all frames arrive once and in order, between the opening and the ending", async () => {
  const frame = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !text.includes("\n"));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(frame, { maxLength: 8 }), { maxLength: 5 }), async (all) => {
      const closed: boolean[] = [];
      const onClose = (left: boolean): void => void closed.push(left);
      const options = { opening: OPENING, keepAliveMs: 60_000, onClose };
      const { body } = createFrameStream(createSource(all), options);
      const lines = ["opening", ...all.flat(), "ending"].map((line) => `${line}\n`);
      expect(await new Response(body).text()).toBe(lines.join("").toWellFormed());
      expect(closed).toEqual([false]);
    }),
    { numRuns: 30 },
  );
});

test("nothing is taken from the source until the client reads", async () => {
  let taken = 0;
  const source: FrameSource = {
    follow(changed) {
      const timer = setInterval(changed, 1);
      return () => clearInterval(timer);
    },
    next: () => [encode(String((taken += 1)))],
    isDone: () => false,
  };
  const { body } = createFrameStream(source, {
    opening: OPENING,
    keepAliveMs: 60_000,
    onClose: () => undefined,
  });
  const reader = body.getReader();
  await reader.read();
  for (let turn = 0; turn < 100; turn++) await nextTurn();
  expect(taken).toBe(0);
  await reader.read();
  for (let turn = 0; turn < 100; turn++) await nextTurn();
  expect(taken).toBe(1);
  await reader.cancel();
});

test("a stream that is ended closes at once, whether or not it waits for a frame", async () => {
  for (const waits of [true, false]) {
    const closed: boolean[] = [];
    const source: FrameSource = {
      follow: () => () => undefined,
      next: () => [],
      isDone: () => false,
    };
    const { body, end } = createFrameStream(source, {
      opening: OPENING,
      keepAliveMs: 60_000,
      onClose: (left) => closed.push(left),
    });
    const reader = body.getReader();
    await reader.read();
    const next = waits ? reader.read() : null;
    end();
    expect((await (next ?? reader.read())).done).toBe(true);
    expect(closed).toEqual([false]);
  }
});

test("whoever reads several pieces at once gets them in order", async () => {
  const frames = ["1", "2", "3", "4", "5", "6"].map(encode);
  const source: FrameSource = {
    follow: () => () => undefined,
    next: () => frames.splice(0, 2),
    isDone: () => frames.length === 0,
  };
  const { body } = createFrameStream(source, {
    opening: OPENING,
    keepAliveMs: 60_000,
    onClose: () => undefined,
  });
  const reader = body.getReader();
  const read = await Promise.all(Array.from({ length: 4 }, () => reader.read()));
  const text = read.map(({ value }) => new TextDecoder().decode(value)).join("");
  expect(text).toBe("opening\n123456");
});

test("a source that fails ends its own stream as if its client had left", async () => {
  const closed: boolean[] = [];
  const source: FrameSource = {
    follow: () => () => undefined,
    next: () => {
      throw new Error("expected a frame");
    },
    isDone: () => false,
  };
  const { body } = createFrameStream(source, {
    opening: OPENING,
    keepAliveMs: 60_000,
    onClose: (left) => closed.push(left),
  });
  expect(await new Response(body).text()).toBe("opening\n");
  expect(closed).toEqual([true]);
});

test("a client that leaves is told of once, and nothing more is asked for", async () => {
  const closed: boolean[] = [];
  const source = createSource([["one"], ["two"]]);
  const { body } = createFrameStream(source, {
    opening: OPENING,
    keepAliveMs: 60_000,
    onClose: (left) => closed.push(left),
  });
  const reader = body.getReader();
  await reader.read();
  const next = reader.read();
  await reader.cancel();
  expect((await next).done).toBe(true);
  expect(closed).toEqual([true]);
});

test("a client that doesn't read is cut off, and one that waits for frames is not", async () => {
  const cutOff = Promise.withResolvers<void>();
  let isCutOff = false;
  const source: FrameSource = {
    follow: () => () => undefined,
    next: () => [],
    isDone: () => false,
  };
  const { body, end } = createFrameStream(source, {
    opening: OPENING,
    keepAliveMs: 40,
    stall: {
      ms: 8,
      cutOff() {
        isCutOff = true;
        cutOff.resolve();
      },
    },
    onClose: () => undefined,
  });
  const reader = body.getReader();
  await reader.read();
  for (let heartbeats = 0; heartbeats < 3; heartbeats++) {
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(": still here\n\n");
    expect(isCutOff).toBe(false);
  }
  // Reads no more.
  await cutOff.promise;
  end();
});

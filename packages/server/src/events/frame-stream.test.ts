import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createFrameStream, sendFrames, type FrameSource } from "./frame-stream.ts";

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
    ending: async () => [encode("ending\n")],
  };
}

interface Received {
  text: string;
  /** Whether the client left, each time that the stream was closed. */
  closed: boolean[];
}

/** Reads the body as any runtime does. */
async function readBody(batches: readonly (readonly string[])[]): Promise<Received> {
  const closed: boolean[] = [];
  const onClose = (left: boolean): void => void closed.push(left);
  const options = { opening: OPENING, keepAliveMs: 60_000, onClose };
  const { body } = createFrameStream(createSource(batches), options);
  return { text: await new Response(body).text(), closed };
}

/** Reads what comes over a socket from Node's own response. */
async function readSocket(batches: readonly (readonly string[])[]): Promise<Received> {
  const closed: boolean[] = [];
  const onClose = (left: boolean): void => void closed.push(left);
  const options = { opening: OPENING, keepAliveMs: 60_000, onClose };
  const server = createServer((_request, response) => {
    const { body } = createFrameStream(createSource(batches), options);
    sendFrames(new Response(body), () => response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const text = await (await fetch(`http://127.0.0.1:${port}`)).text();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return { text, closed };
}

test("whichever way they leave, all frames arrive once and in order, between the opening and the ending", async () => {
  const frame = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => !text.includes("\n"));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(frame, { maxLength: 8 }), { maxLength: 5 }), async (all) => {
      const lines = ["opening", ...all.flat(), "ending"].map((line) => `${line}\n`);
      const expected = { text: lines.join("").toWellFormed(), closed: [false] };
      expect(await readBody(all)).toEqual(expected);
      expect(await readSocket(all)).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});

test("more than a connection takes at once waits until its client has read", async () => {
  const large = ["a", "b", "c", "d"].map((letter) => letter.repeat(3_000_000));
  const { text, closed } = await readSocket([large, large]);
  expect(text.length).toBe(2 * 4 * 3_000_001 + "opening\nending\n".length);
  expect(closed).toEqual([false]);
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
  const read = await Promise.all(Array.from({ length: 7 }, () => reader.read()));
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
  await reader.cancel();
  expect(closed).toEqual([true]);
});

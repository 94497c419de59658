import fc from "fast-check";
import { expect, test } from "vitest";
import { serverEvents } from "./server-events.ts";

async function read(chunks: Uint8Array[]): Promise<string[]> {
  const found: string[] = [];
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  for await (const arrived of serverEvents(body)) found.push(...arrived);
  return found;
}

test("events are read whole, however they are cut on the way", async () => {
  const values = fc.array(fc.string({ unit: "grapheme" }), { maxLength: 8 });
  const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(values, cuts, async (texts, sizes) => {
      const data = texts.map((text) => JSON.stringify({ text }));
      const frames = data.map(
        (json, seq) => `id: ${seq}\nevent: debate.response\ndata: ${json}\n\n`,
      );
      const bytes = new TextEncoder().encode(`retry: 1000\n\n${frames.join(": still here\n\n")}`);
      const chunks: Uint8Array[] = [];
      for (let offset = 0, turn = 0; offset < bytes.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1;
        chunks.push(bytes.slice(offset, offset + size));
        offset += size;
      }
      expect(await read(chunks)).toEqual(data);
    }),
  );
});

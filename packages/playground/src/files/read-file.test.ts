import fc from "fast-check";
import { expect, test } from "vitest";
import { Debate } from "@rostrum/runtime/api";
import type { StoredEvent } from "@rostrum/core/protocol";
import { readLink, buildLink } from "../share/fragment.ts";
import { readText } from "./read-file.ts";

async function someEvents(): Promise<StoredEvent[]> {
  const debaters = ["41", "42", "42"].map((answer, index) => ({
    name: `d${index}`,
    model: () => `Because.\n\nAnswer: ${answer}`,
  }));
  const events: StoredEvent[] = [];
  const panel = new Debate({ debaters, rounds: 1 });
  for await (const event of panel.stream("How many?", { userId: "ada" })) {
    if (event.type !== "debate.delta") events.push(event);
  }
  return events;
}

test("a link contains a debate, but not who asked", async () => {
  const events = await someEvents();
  const link = await buildLink(events);
  expect(link).toMatch(/^#\/r\/[\w-]+$/);
  const [first, ...rest] = await readLink(link.slice("#/r/".length));
  expect(rest).toEqual(JSON.parse(JSON.stringify(events.slice(1))));
  expect(first).not.toHaveProperty("userId");
});

test("a link in which any character was changed never shows another debate", async () => {
  const link = (await buildLink(await someEvents())).slice("#/r/".length);
  const events = await readLink(link);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const at = fc.nat({ max: link.length - 1 });
  await fc.assert(
    fc.asyncProperty(at, fc.constantFrom(...letters), async (index, letter) => {
      fc.pre(link[index] !== letter);
      const changed = link.slice(0, index) + letter + link.slice(index + 1);
      try {
        // A few bits are not used.
        expect(await readLink(changed)).toEqual(events);
      } catch (error) {
        expect((error as Error).message).toMatch(/damaged|Expected a debate of at most/);
      }
    }),
    { numRuns: 400 },
  );
});

test("a debate that is too long for a link says so", async () => {
  const [first] = await someEvents();
  const noise = Array.from({ length: 20_000 }, (_, index) => (index * index * 7919) % 99_991).join(
    " ",
  );
  await expect(buildLink([{ ...first, question: noise } as StoredEvent])).rejects.toThrow(
    /the debate is too long/,
  );
});

/** Everything that JSON can be, in place of one part of an event. */
const part = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double(),
  fc.string(),
  fc.constant([]),
  fc.constant({}),
  fc.constant([null, 1, "x", {}]),
  fc.constant({ length: 1e9, __proto__: null }),
);

test("events with any part replaced are opened, or refused with a message", async () => {
  const events = await someEvents();
  fc.assert(
    fc.property(
      fc.nat({ max: events.length - 1 }),
      fc.nat(),
      part,
      fc.boolean(),
      (index, at, value, doubled) => {
        const event = events[index] as unknown as Record<string, unknown>;
        const names = Object.keys(event);
        const changed = { ...event, [names[at % names.length] ?? ""]: value };
        const all: unknown[] = events.with(index, changed as unknown as StoredEvent);
        const text = JSON.stringify(doubled ? [...all, ...all] : all);
        try {
          expect(readText(text).kind).toBe("debate");
        } catch (error) {
          expect((error as Error).message).toMatch(/^Expected /);
        }
      },
    ),
    { numRuns: 400 },
  );
});

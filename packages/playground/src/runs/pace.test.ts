import { expect, test } from "vitest";
import type { DebateEvent } from "@rostrum/core/protocol";
import { createPace } from "./pace.ts";

const event = (type: string): DebateEvent => ({ type }) as DebateEvent;

test("events keep their order, one per pause, and all of them come at once on request", () => {
  const shown: string[] = [];
  const waits: (() => void)[] = [];
  const pace = createPace(
    ({ type }) => shown.push(type),
    (task) => waits.push(task),
  );
  for (const name of ["a", "b", "c", "d"]) pace.push(event(name));
  expect(shown).toEqual(["a"]);
  waits.shift()?.();
  expect(shown).toEqual(["a", "b"]);
  pace.skipPauses();
  expect(shown).toEqual(["a", "b", "c", "d"]);
  pace.push(event("e"));
  // A pause that was under way when it was hurried shows nothing twice.
  waits.forEach((task) => task());
  expect(shown).toEqual(["a", "b", "c", "d", "e"]);
});

import { expect, test } from "vitest";
import { Debate } from "../api/debate.ts";
import { memoryJournal } from "./memory.ts";

test("what a run answered stays in the journal as it was, whatever its caller makes of the answer", async () => {
  const journal = memoryJournal();
  const panel = new Debate({
    debaters: [() => "Answer: 1", () => "Answer: 1"],
    rounds: 0,
    answer: { read: () => new Date(0), same: () => true },
    journal,
  });
  const { id, answer } = await panel.run("When?");
  answer?.setFullYear(1999);
  const events = (await journal.eventsFrom(id, 0)) ?? [];
  const decided = events.find(({ type }) => type === "debate.synthesized");
  expect(decided).toMatchObject({ answer: new Date(0) });
});

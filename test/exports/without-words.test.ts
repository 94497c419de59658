import { expect, test } from "vitest";
import { Debate } from "../../packages/runtime/src/api/debate.ts";
import { fold } from "../../packages/core/src/record/recorder.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import type { StoredEvent } from "../../packages/core/src/protocol/events.ts";
import { toMarkdown } from "../../packages/core/src/entries/export.ts";
import { removeWords } from "../../packages/core/src/export/remove-words.ts";

test("no word of question, context, replies or metadata is left, and the record still folds", async () => {
  const says = (...answers: string[]) =>
    scripted(answers.map((answer) => `Because of the pelican.\nAnswer: ${answer}`));
  const debate = new Debate({
    debaters: [
      { name: "alpha", model: says("marmoset", "walrus") },
      { name: "beta", model: says("walrus", "walrus") },
    ],
    rounds: 1,
  });
  const events: StoredEvent[] = [];
  const question = { text: "Which animal is heaviest?", context: "A zoological treatise." };
  const running = debate.stream(question, { metadata: { ticket: "confidential" } });
  for await (const event of running) if (event.type !== "debate.delta") events.push(event);
  const blank = removeWords(events);
  const text = JSON.stringify(blank);
  for (const word of ["pelican", "walrus", "marmoset", "heaviest", "zoological", "confidential"]) {
    expect(JSON.stringify(events)).toContain(word);
    expect(text).not.toContain(word);
  }
  const { result } = fold(blank);
  expect(result).toMatchObject({ agreement: 1, stopReason: "agreed" });
  const voters = (tally: readonly { debaters: readonly string[] }[] | undefined): unknown =>
    tally?.map((row) => row.debaters);
  expect(voters(result?.decision?.tally)).toEqual(voters((await running.result).decision.tally));
  expect(toMarkdown(fold(blank))).toContain("[text");
});

import { debate } from "@rostrum/runtime/api";
import type { DebateEvent, StoredEvent } from "@rostrum/core/protocol";
import { fold } from "@rostrum/core/record";
import { expect, test } from "vitest";
import { describeStop } from "./describe-kept.ts";

/** What the dialog says before each event of a debate. */
async function watchDialog(replies: readonly (() => string)[]): Promise<string[]> {
  const events: StoredEvent[] = [];
  const texts: string[] = [];
  const onEvent = (event: DebateEvent): void => {
    if (event.type === "debate.delta") return;
    events.push(event);
    texts.push(describeStop({ events, record: fold(events), live: new Map() }));
  };
  const debaters = replies.map((model) => ({ model, price: { input: 1, output: 1 } }));
  await debate("Which?", { debaters, rounds: 0, answer: "exact" } as never, { onEvent });
  return texts;
}

test("nothing is called free while replies are in progress", async () => {
  const reply = (): string => "Answer: red";
  const texts = await watchDialog([reply, reply, reply]);
  const asked = texts.find((text) => text.includes("in progress"));
  expect(asked).toBe("3 replies in progress will be lost, and may still be billed.");
  expect(texts.find((text) => text.startsWith("1 reply is kept."))).toMatch(
    /2 replies in progress will be lost, and may still be billed\.$/,
  );
});

import { debate } from "@rostrum/runtime/api";
import type { DebateEvent, StoredEvent } from "@rostrum/core/protocol";
import { fold } from "@rostrum/core/record";
import { expect, test } from "vitest";
import { describeKept, describeStop } from "./describe-kept.ts";

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

test("of a cost that isn't known in full, what is known is said", async () => {
  const describe = async (usages: readonly (number | null)[], calls?: object): Promise<string> => {
    const events: StoredEvent[] = [];
    const debaters = usages.map((tokens, index) => ({
      model: () => ({
        text: `Answer: ${index}`,
        usage: { inputTokens: tokens, outputTokens: tokens },
      }),
      price: { input: 1000, output: 1000 },
    }));
    const onEvent = (event: DebateEvent): void => {
      if (event.type !== "debate.delta") events.push(event);
    };
    await debate("Which?", { debaters, rounds: 0, answer: "exact", ...calls } as never, {
      onEvent,
    });
    return describeKept(fold(events));
  };
  expect(await describe([10, 10])).toBe("2 replies are kept. The debate cost $0.040.");
  expect(await describe([10, null, 10])).toBe(
    "3 replies are kept. The debate cost at least $0.040; the cost of 1 call is unknown.",
  );
  expect(await describe([null, null])).toBe("2 replies are kept. The cost of 2 calls is unknown.");
  // A record says nothing of the judge's call, so that nobody can count.
  const judge = { judge: { model: () => "Answer: red" }, decide: "judged" };
  expect(await describe([10, 10], judge)).toBe(
    "2 replies are kept. The debate cost at least $0.040; the cost of some calls is unknown.",
  );
});

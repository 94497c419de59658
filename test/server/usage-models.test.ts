import { memoryJournal, type ModelFunction } from "rostrum";
import { expect, test } from "vitest";
import { called } from "./support/call.ts";

const usage = { inputTokens: 10, outputTokens: 5 };

/** A helper that does whatever it is asked to do with the positions. */
const helper: ModelFunction = ({ role, items = [] }) => {
  const replies: Partial<Record<typeof role, object>> = {
    comparer: {
      groups: items.map((_, index) => ({ items: [index + 1], label: `group ${index}` })),
    },
    crux: { claim: "joins are needed", for: [1], against: [2] },
    claims: { claims: [{ text: "a claim", support: [{ item: 1, quote: items[0] }], against: [] }] },
    memo: {
      recommendation: "stay",
      because: ["it works"],
      unless: [],
      contested: [],
      dissent: [],
      nextSteps: [],
    },
  };
  return { text: JSON.stringify(replies[role] ?? {}), usage };
};

const member =
  (answer: string): ModelFunction =>
  () => ({ text: `Reasoning about it.\nAnswer: ${answer}\nConfidence: 0.8`, usage });

test("every call of a debate has its model in /usage and /metrics", async () => {
  const open = {
    debaters: [
      {
        name: "ann",
        model: member("keep the relational store, since the reports join many tables"),
      },
      {
        name: "ben",
        model: member("adopt a document database to absorb the growing write volume"),
      },
    ],
    rounds: 1,
    compare: { model: helper },
    crux: { model: helper },
    report: { type: "memo" as const, model: helper },
  };
  const journal = memoryJournal();
  const { start, finished, get } = called({ panels: { open }, journal });
  const id = await start({ question: "What should we do about our database?" });
  await finished(id);
  const events = (await journal.eventsFrom(id, 0)) ?? [];
  for (const type of ["debate.compared", "debate.crux", "debate.claims", "debate.memo"]) {
    const told = events.filter((event) => event.type === type);
    expect(told, type).not.toEqual([]);
    for (const event of told) expect(event).toMatchObject({ model: expect.any(String) as string });
  }
  const { rows } = (await (await get("/usage?by=model")).json()) as { rows: { key: unknown }[] };
  expect(rows.map(({ key }) => key)).not.toContain(null);
  expect(await (await get("/metrics")).text()).not.toContain("not_recorded");
});

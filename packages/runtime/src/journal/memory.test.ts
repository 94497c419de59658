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

test("a removed run takes its reviewer and its share links with it", async () => {
  const journal = memoryJournal();
  const panel = new Debate({
    debaters: [() => "Answer: 1", () => "Answer: 1"],
    rounds: 0,
    journal,
  });
  const service = journal.service as NonNullable<typeof journal.service>;
  await panel.run("When?", { id: "a" });
  await service.assign("a", { assignee: "ada", due: null, comment: "", by: "bob" });
  await service.addShare({ hash: "0123456789abcdef01", debate: "a", by: "bob", until: Infinity });
  await journal.remove("a");
  await panel.run("When?", { id: "a" });
  expect(await service.assignmentOf("a")).toBeNull();
  expect(await service.findShare("0123456789abcdef01")).toBeUndefined();
});

test("a delivered message is forgotten after a week, unless its debate still runs", async () => {
  let now = 0;
  const journal = memoryJournal(() => now);
  const service = journal.service as NonNullable<typeof journal.service>;
  await journal.open("running", {});
  const messages = ["over", "running"].map((debate) => {
    return { id: `about ${debate}`, hook: "h", debate, seq: 3, body: "debate.completed" };
  });
  const deliverAll = async (): Promise<string[]> => {
    await service.addDeliveries(messages);
    const due = await service.takeDeliveries(5, 0);
    for (const { id } of due) await service.endDelivery(id, { is: "delivered" });
    return due.map(({ id }) => id);
  };
  expect(await deliverAll()).toEqual(["about over", "about running"]);
  now += 8 * 24 * 60 * 60 * 1000;
  expect(await deliverAll()).toEqual([]);
  await service.addDeliveries([{ id: "later", hook: "h", debate: "", seq: 0, body: "{}" }]);
  expect(await deliverAll()).toEqual(["later"]);
  expect(await deliverAll()).toEqual(["about over"]);
});

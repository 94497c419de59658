import assert from "node:assert/strict";
import type { RunStore } from "../journal/run-store.ts";
import type { ConformanceCheck } from "./journal-conformance.ts";

/** Checks for journals that store the prompts of calls. */
export function listSentCallChecks(
  check: (name: string, body: (store: RunStore) => Promise<void>) => ConformanceCheck,
): ConformanceCheck[] {
  return [
    check("what calls were sent can be read, also while they run", async (store) => {
      if (!store.sentCalls) return;
      const system = "Answer \u0000\uD800 briefly. 🗼";
      const question = { role: "user" as const, content: "Which way?" };
      const prompt = { model: "m", system, messages: [question] };
      const run = await store.open("run", {});
      const startedAt = Date.now();
      await run.stepStarted("run__debater_0_round_0", "h", undefined, prompt);
      const [running] = await store.sentCalls("run");
      assert.deepEqual(running?.prompt, prompt);
      assert.equal(running?.finishedAt, null);
      const outcome = { reply: { text: "left" }, attempts: 1, usage: {}, costUsd: null };
      await run.stepFinished("run__debater_0_round_0", outcome);
      // The next turn of the chat shares its first message.
      const chat = [question, { role: "assistant" as const, content: "left" }, question];
      await run.stepStarted("run__debater_0_round_1", "h", undefined, {
        ...prompt,
        messages: chat,
      });
      await run.stepStarted("run__judge", "h");
      await run.close("running");
      const calls = new Map((await store.sentCalls("run")).map((call) => [call.stepId, call]));
      assert.equal(calls.size, 3);
      const first = calls.get("run__debater_0_round_0");
      assert.ok(Math.abs((first?.startedAt ?? 0) - startedAt) < 60_000);
      assert.ok((first?.finishedAt ?? 0) >= (first?.startedAt ?? Infinity));
      assert.deepEqual(calls.get("run__debater_0_round_1")?.prompt?.messages, chat);
      assert.equal(calls.get("run__judge")?.prompt, null);
      assert.deepEqual(await store.sentCalls("none"), []);
      assert.equal(await store.remove("run"), true);
      assert.deepEqual(await store.sentCalls("run"), []);
    }),
  ];
}

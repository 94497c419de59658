import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  Debate,
  memoryJournal,
  type DebateConfig,
  type Journal,
  type ModelRequest,
  type StoredStep,
} from "../packages/rostrum/src/index.ts";
import { answering, lastTurn } from "./support/panel.ts";

/** How versions before this one hashed a request of a plain function: the whole prompt in one digest. */
function earlierHash({ system, messages }: ModelRequest): string {
  const parts = ["function", system, messages, null, null, null, null];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

/** A run that an earlier version began: its steps have hashes of that version. */
function earlierJournal() {
  const inner = memoryJournal();
  const requests = new Map<string, ModelRequest>();
  const known: StoredStep = { hash: "0".repeat(32) };
  const journal: Journal = {
    read: (id) => inner.read(id),
    async open(id, inputs, options) {
      const run = await inner.open(id, inputs, options);
      const steps = new Map(
        [...run.stored.steps].map(([step, stored]) => {
          const request = requests.get(step);
          return [step, request ? { ...stored, hash: earlierHash(request) } : stored] as const;
        }),
      );
      // A step of that version tells which one began the run, even before its first call.
      if (!steps.has(`${id}__router`)) steps.set(`${id}__router`, known);
      return { ...run, stored: { ...run.stored, steps } };
    },
  };
  return { journal, requests };
}

test.each(["latest", "transcript"] as const)(
  "a run with show: %s that an earlier version began goes on with its own prompts",
  async (show) => {
    const { journal, requests } = earlierJournal();
    const stop = new AbortController();
    let cutOff = true;
    const asked: string[] = [];
    const member = (name: string) => ({
      name,
      model: (request: ModelRequest): string => {
        requests.set(request.stepId, request);
        asked.push(request.stepId);
        if (cutOff && request.round === 2) stop.abort();
        return answering(`${name} in round ${request.round}`, 0.5);
      },
    });
    const config: DebateConfig = {
      debaters: [member("ann"), member("bob")],
      rounds: 3,
      stop: "never",
      answer: "exact",
      show,
      limits: { retries: 0 },
      journal,
    };
    const run = new Debate(config).run("Which?", { id: "old", signal: stop.signal });
    await expect(run).rejects.toThrow();
    cutOff = false;
    asked.length = 0;
    const { rounds } = await new Debate(config).run("Which?", { id: "old" });
    expect(rounds).toHaveLength(4);
    expect(asked.filter((step) => /round_[01]$/.test(step))).toEqual([]);
    const last = requests.get("old__debater_0_round_3");
    const turn = last ? lastTurn(last) : "";
    expect(turn.includes("You, round 0")).toBe(show === "transcript");
  },
);

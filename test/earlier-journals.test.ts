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

const digest = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 32);

/** How the first version hashed a request of a plain function: the whole prompt in one digest. */
function firstHash({ system, messages }: ModelRequest): string {
  return digest(JSON.stringify(["function", system, messages, null, null, null, null]));
}

/** How the second version hashed it: with a digest for each message. */
function secondHash({ system, messages }: ModelRequest): string {
  const list = messages.map((message) => digest(JSON.stringify(message))).join(",");
  return `2-${digest(`["function",${JSON.stringify(system)},[${list}],null,null,null,null]`)}`;
}

/** A run that an earlier version began: its steps have hashes of that version. */
function earlierJournal(earlierHash: (request: ModelRequest) => string) {
  const inner = memoryJournal();
  const requests = new Map<string, ModelRequest>();
  const known: StoredStep = { hash: "0".repeat(32) };
  const first = earlierHash === firstHash;
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
      if (first && !steps.has(`${id}__router`)) steps.set(`${id}__router`, known);
      return { ...run, stored: { ...run.stored, steps } };
    },
  };
  return { journal, requests };
}

test.each([
  ["latest", "first", firstHash],
  ["transcript", "first", firstHash],
  ["latest", "second", secondHash],
  ["transcript", "second", secondHash],
] as const)(
  "a run with show: %s that the %s version began goes on with its own prompts",
  async (show, version, earlierHash) => {
    const { journal, requests } = earlierJournal(earlierHash);
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
    expect(turn.includes("You, round 0")).toBe(show === "transcript" && version === "first");
  },
);

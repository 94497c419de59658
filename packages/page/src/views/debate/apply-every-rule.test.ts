import { expect, test } from "vitest";
import { debate } from "@rostrum/runtime/api";
import type { DebateEvent, DebateResult } from "@rostrum/core/protocol";
import { fold } from "@rostrum/core/record";
import { listStopRules } from "../compared-rules.ts";
import { findStop } from "../convergence/find-stop.ts";
import { applyEveryRule } from "./apply-every-rule.ts";

const LINES = [
  ["Answer: red\nConfidence: 0.9", "Answer: red\nConfidence: 0.9"],
  ["Answer: blue\nConfidence: 0.3", "Answer: blue\nConfidence: 0.3"],
  ["Answer: blue\nConfidence: 0.2", "Answer: blue\nConfidence: 0.2"],
  ["Answer: red\nConfidence: 0.4", "Answer: blue\nConfidence: 0.4"],
];

async function held(decide: "majority" | "weighted" | "central" | "posterior") {
  const events: DebateEvent[] = [];
  const result: DebateResult = await debate(
    "Which colour?",
    {
      debaters: LINES.map(
        (lines) =>
          ({ round }: { round: number }) =>
            lines[Math.min(round, 1)] ?? "",
      ),
      rounds: 2,
      revise: "everyone",
      answer: "exact",
      decide,
      stop: "stable",
    },
    { onEvent: (event) => void events.push(event) },
  );
  return { result, record: fold(events) };
}

test.each(["majority", "weighted", "central", "posterior"] as const)(
  "the page counts as the engine does: %s",
  async (rule) => {
    const { result, record } = await held(rule);
    const ruling = applyEveryRule(record).find(({ choice }) => choice.method === rule);
    expect(ruling).toMatchObject({ answer: result.answer, choice: { method: rule } });
  },
);

test("rules that differ are told apart", async () => {
  const { record } = await held("majority");
  const answers = Object.fromEntries(
    applyEveryRule(record).map(({ name, answer }) => [name, answer]),
  );
  expect(answers).toMatchObject({
    Majority: "blue",
    "First leader": "blue",
    "By confidence": "red",
  });
});

test("the rule that stopped it would have stopped it there", async () => {
  const { result } = await held("majority");
  const last = result.rounds.at(-1)?.index;
  const [, , [name, rule] = ["", { type: "never" as const }]] = listStopRules(0.8);
  expect(findStop(name, rule, result.question, result.rounds)).toMatchObject({
    round: last,
    answer: "blue",
  });
  const unanimous = findStop("unanimous", { type: "unanimous" }, result.question, result.rounds);
  expect(unanimous).toMatchObject({ round: null, calls: 12 });
  const early = findStop(
    "agreement",
    { type: "agreement", share: 0.5 },
    result.question,
    result.rounds,
  );
  expect(early).toMatchObject({ round: 0, calls: 4 });
});

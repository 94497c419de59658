import { expect, test } from "vitest";
import { nameMembers, nameUnnamed } from "./member-names.ts";

const seat = (name: string, model: string): { name: string; model: string; weight: number } => ({
  name,
  model,
  weight: 1,
});

const panel = [
  seat("debater_0", "openai/gpt-5.2"),
  seat("debater_1", "openai:gpt-5.2"),
  seat("ghost", "compat:ghost"),
  seat("debater_3", "function:anonymous"),
];

test("members without a name are called by their model, and copies are numbered", () => {
  expect([...nameUnnamed(panel)]).toEqual([
    ["debater_0", "gpt-5.2 (1)"],
    ["debater_1", "gpt-5.2 (2)"],
    ["debater_3", "member 4"],
  ]);
});

test("names are replaced as values and in warnings, and nowhere else", () => {
  const data = {
    winner: "debater_0",
    votes: [{ debater: "ghost" }, { debater: "debater_3" }],
    text: "I am debater_0",
    warnings: ["debater_3 failed in round 1."],
    costUsd: null,
  };
  expect(nameMembers(data, nameUnnamed(panel))).toEqual({
    winner: "gpt-5.2 (1)",
    votes: [{ debater: "ghost" }, { debater: "member 4" }],
    text: "I am debater_0",
    warnings: ["member 4 failed in round 1."],
    costUsd: null,
  });
});

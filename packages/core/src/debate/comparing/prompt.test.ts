import { expect, test } from "vitest";
import {
  readBallot,
  readClaims,
  readCrux,
  readGroups,
  readMemo,
  readReply,
} from "../../answers/index.ts";
import { readCritique } from "../../answers/drafting/read-critique.ts";
import { CRUX_TASK } from "../crux/prompt.ts";
import { CRITIQUE } from "../drafting/prompt.ts";
import { rankingTask } from "../ranking/prompt.ts";
import { claimsTask, memoTask } from "../report/prompt.ts";
import { comparingSystem, comparingTurn, groupingTask } from "./prompt.ts";

const question = "Which bugs are there?";

test("what else is compared brings its own instruction, and its material before the question", () => {
  const instruction =
    "Two findings belong together if they are the same problem in the same place.";
  expect(comparingSystem(instruction)).toContain(instruction);
  expect(comparingSystem(instruction)).not.toContain("take the same position");
  const { content } = comparingTurn("m4rk", question, ["one", "two"], {
    before: [{ label: "code.ts", text: "let a;" }],
  });
  const places = ["let a;", question, "one", "two", groupingTask(false)].map((part) =>
    content.indexOf(part),
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).not.toContain(-1);
});

test.each<[string, (text: string) => unknown, string]>([
  ["groups", (text) => readGroups(text, 3), groupingTask(false)],
  ["groups and differences", (text) => readGroups(text, 3), groupingTask(true)],
  ["a ranking", (text) => readBallot(text, 3), rankingTask("borda")],
  ["an approval", (text) => readBallot(text, 3), rankingTask("approval")],
  ["a crux", (text) => readCrux(text, 3), CRUX_TASK],
  ["claims", (text) => readClaims(text, 3), claimsTask(12)],
  ["a memo", (text) => readMemo(text, 3), memoTask(true)],
  ["options", (text) => readMemo(text, 3), memoTask(false)],
  ["a critique", (text) => readCritique(readReply(text).json), CRITIQUE],
])("the example of %s is no possible reply", (_, read, task) => {
  const nothing = read("");
  const example = task.slice(task.indexOf("{"), task.lastIndexOf("}") + 1);
  expect(example).toMatch(/^\{.*\}$/s);
  for (const text of [task, example]) expect(read(text)).toEqual(nothing);
});

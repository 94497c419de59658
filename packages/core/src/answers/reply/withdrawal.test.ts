import { expect, test } from "vitest";
import { readReply } from "../read-reply.ts";

test.each([
  "\\boxed{94} is wrong; the right value is 84.",
  "$\\boxed{94}$ was incorrect.",
  "\\boxed{84}\n\nEdit: I forgot the last row, it should be 96.",
  "**Answer: 84**\n\n**Correction:** 96 after all.",
  "<answer>84</answer>\nScratch that.",
  "Answer: 84\n\nI looked again, and my answer was wrong.",
  "The final answer is 84.\n\nHmm, the boxed value is not correct.",
  "Answer: 84\n\nOn a closer look it should be $96$.",
  "Answer: 84\n\nI retract my answer.",
])("takes its answer back: %j", (reply) => {
  expect(readReply(reply).answer).toBeNull();
});

test.each([
  ["Wait, 94 is wrong. It should be 84.\n\n\\boxed{84}", "84"],
  ["Correction: I forgot a row.\n\nAnswer: 84", "84"],
  ["Answer: 84\n\nOne might think that it is 94, but that is wrong.", "84"],
  ["Answer: 84\n\nIt should be noted that rows count twice.", "84"],
  ["Answer: Postgres\n\nEdit the config file first.", "Postgres"],
  ["Answer: 84\n\n> Edit: it should be 96", "84"],
  ["Answer: 84\n\n```\nEdit: x\n```", "84"],
  ["\\boxed{84} is right; 94 is wrong.", "84"],
])("stands by its answer: %j", (reply, answer) => {
  expect(readReply(reply).answer).toBe(answer);
});

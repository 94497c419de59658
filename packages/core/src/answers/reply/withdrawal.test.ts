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
  "Answer: 84\n\nWait, that is wrong.",
  "The answer is $\\boxed{84}$.\nConfidence: 0.9\n\nHmm, wait: that’s wrong.",
  "Answer: 84\n\nActually, that's incorrect.",
  "Answer: 84\n\nI was wrong.",
  "Answer: 84\n\nOops, I made a mistake: it's 96.",
  "Answer: 84\n\nI withdraw this answer.",
  "Answer: 84\n\nI withdraw that.",
  "Answer: 84\n\nI take that back.",
  "Answer: 84\n\nI retract that.",
  "Answer: 84\n\nPlease disregard my answer.",
  "Answer: 84\n\nIgnore the above answer.",
  "Answer: 84\n\nStrike that.",
  "Answer: 84\n\nUpdate: 96",
  "Answer: 84\n\n*Edit*: 96",
  "Answer: 84\n\n(Edit: 96)",
  "\\boxed{84} isn't right.",
  "\\boxed{84} can’t be right.",
  "\\boxed{84}\n\nThe correct value is 96.",
  "Answer: 84\nI withdraw my answer.",
  "Answer: 84\n\nMy answer is incorrect.",
  "Answer: 84\n\nThe answer above is wrong.",
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
  ["Answer: 84\n\nCheck: 12 × 7, so it should be 84.", "84"],
  ["\\boxed{128.606}\n\nSo the correct value is 128.61.", "128.606"],
  ["Answer: Use a queue.\n\nAs for the timeout, it should be 30 seconds.", "Use a queue"],
  ["Answer: 84\n\nThe answer is wrong only if rows count twice.", "84"],
  ["Answer: 84\n\nIf you think that the answer is wrong, recount.", "84"],
  ["Answer: 84\n\nI would retract my answer if the boxes held 8 apples.", "84"],
  ["Answer: 84\n\nSolution 2: the method is right, but the answer is incorrect.", "84"],
  ["Answer: 84\n\nUpdate: the table has a new column.", "84"],
  ["Answer: 84\n\nFirst I forgot a row. That was wrong.", "84"],
  ["Answer: Send this.\n\nDear Ann,\n\nI was wrong. Please disregard that.", "Send this"],
  ["Answer: Write:\nI was wrong.\nSorry!", "Write:\nI was wrong.\nSorry!"],
  ["The student's answer is incorrect.\n\nAnswer: incorrect", "incorrect"],
])("stands by its answer: %j", (reply, answer) => {
  expect(readReply(reply).answer).toBe(answer);
});

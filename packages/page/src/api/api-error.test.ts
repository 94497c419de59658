import { expect, test } from "vitest";
import { ApiError, describeError } from "./api-error.ts";

test.each([
  ["the server is shutting down", "The server is shutting down."],
  ["it's over already", "It's over already."],
  ["question.context[0].data: expected a PDF", "question.context[0].data: expected a PDF."],
  ["debaters: expected two", "debaters: expected two."],
  ['there is no debate "x"', 'There is no debate "x"'],
  ["32 debates are running", "32 debates are running."],
])("%s", (message, sentence) => {
  expect(describeError(new ApiError(400, "x", message))).toBe(sentence);
});

test("a server that doesn't answer is explained in words", () => {
  expect(describeError(new TypeError("fetch failed"))).toContain("can't be reached");
});

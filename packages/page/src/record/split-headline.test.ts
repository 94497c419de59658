import { expect, test } from "vitest";
import { splitHeadline } from "./split-headline.ts";

const SENTENCE = "Keep Postgres as the queue, with daily partitions and a limit on retries";

test("a short first line is the headline", () => {
  expect(splitHeadline("Yes. With care.\n\nBecause.")).toEqual({
    headline: "Yes. With care.",
    rest: "Because.",
  });
});

test("a long first line is cut after a sentence, and nothing is repeated", () => {
  const { headline, rest } = splitHeadline(`${SENTENCE}. ${SENTENCE}, and measure it for weeks.`);
  expect(headline).toBe(`${SENTENCE}.`);
  expect(rest).toBe(`${SENTENCE}, and measure it for weeks.`);
});

test("a sentence too long for a headline is clipped, and shown in full below", () => {
  const answer = `${SENTENCE} and `.repeat(5);
  const { headline, rest } = splitHeadline(answer);
  expect(headline).toMatch(/…$/);
  expect(rest).toBe(answer.trim());
});

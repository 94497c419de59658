import { expect, test } from "vitest";
import { readsAsRefusal } from "./reads-as-refusal.ts";

test.each([
  "I'm sorry, but I can't help with that request.",
  "I’m sorry, but I can’t assist with that.",
  "Sorry, I cannot answer this question.",
  "I cannot assist with this.",
  "I can't help with that",
  "As an AI language model, I cannot provide medical advice.",
  "I must decline to answer.",
  "Unfortunately, I'm not able to discuss this.",
  "I won't provide instructions for this.",
])("%s", (answer) => {
  expect(readsAsRefusal(answer)).toBe(true);
});

test.each([
  "Sorry, no: the contract is void.",
  "I can't recommend it: the price is too high.",
  "I cannot see how the claim holds; reject it.",
  "Unfortunately, yes.",
  "I would help with that first.",
  "No, you can't help with that request.",
  "Decline the offer.",
  "It can't provide more than 10 W.",
  "The refusal was lawful.",
  "422",
])("%s is an answer", (answer) => {
  expect(readsAsRefusal(answer)).toBe(false);
});

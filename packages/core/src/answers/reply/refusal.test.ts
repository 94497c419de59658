import { expect, test } from "vitest";
import { readReply } from "../read-reply.ts";

test.each([
  "I'm sorry, but I can't help with that.",
  "I can’t assist with that request.",
  "Sorry, I can't answer.",
  "I cannot provide medical advice.",
  "I'm unable to help.",
  "I am not able to answer that.",
  "As an AI language model, I cannot choose.",
  "I don't know.",
  "I don’t know, honestly.",
  "I do not have enough information.",
  "I'm sorry, but I don't have enough information to answer that.",
  "I am very sorry, I cannot comply.",
  "Unfortunately, I can't help with that.\n\nBut here is something else.",
])("is a refusal: %j", (reply) => {
  const [first = ""] = reply.split("\n");
  const wrappings = [
    reply,
    `Answer: ${first}`,
    `I thought about it.\n\n**Final answer:** ${first}`,
    `<answer>${first}</answer>`,
    JSON.stringify({ answer: first }),
    `[[answer k3f9]]\n${first}\n[[end k3f9]]`,
  ];
  for (const wrapped of wrappings) expect(readReply(wrapped, "k3f9").answer, wrapped).toBeNull();
});

test.each([
  "I can't recommend MongoDB; use Postgres",
  "Sorry, that's wrong: 42",
  "I can't believe that it is 42",
  "The court can't help with that",
  "I don't know of a better city than Paris",
  "Sorry seems to be the hardest word",
  "As an AI company, we should wait",
  "You can't provide consent for others",
])("is an answer: %j", (reply) => {
  expect(readReply(reply).answer).toBe(reply);
});

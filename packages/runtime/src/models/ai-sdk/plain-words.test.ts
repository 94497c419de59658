import { expect, test } from "vitest";
import type { ModelReply, ModelRequest } from "@rostrum/core/protocol";
import { askInWordsIfRefused } from "./ask-in-words.ts";

const request: ModelRequest = {
  stepId: "run__claims",
  role: "claims",
  round: 1,
  question: "?",
  peers: [],
  system: "You list claims.",
  messages: [
    { role: "user", content: "First." },
    { role: "user", content: "List them." },
  ],
  signal: new AbortController().signal,
  responseFormat: { type: "json", schema: { type: "object" }, inWords: "Between these lines." },
  seed: 0,
};

/** Refuses a schema in these words. */
function refusing(
  statusCode: number,
  message: string,
): { asked: ModelRequest[]; call: (given: ModelRequest) => Promise<ModelReply> } {
  const asked: ModelRequest[] = [];
  const call = askInWordsIfRefused(async (given) => {
    asked.push(given);
    if (given.responseFormat) throw Object.assign(new Error(message), { statusCode });
    return { text: "{}" };
  });
  return { asked, call };
}

test.each([
  "response_format of type json_schema is not supported",
  "Invalid schema for response_format 'reply'",
  "output_config.format.schema: Enum value 'low' does not match declared type",
  "output_format.schema: Invalid schema",
  "Unknown name at 'generation_config.response_json_schema'",
  "This model does not support structured outputs",
])("a schema that is refused with %j is asked for in words, from then on always", async (words) => {
  const { asked, call } = refusing(400, words);
  await call(request);
  await call(request);
  expect(asked.map(({ responseFormat }) => responseFormat !== undefined)).toEqual([
    true,
    false,
    false,
  ]);
  expect(asked[1]?.messages.map(({ content }) => content)).toEqual([
    "First.",
    "List them.\n\nBetween these lines.",
  ]);
});

test.each([
  [400, "the prompt is too long"],
  [500, "response_format failed"],
])("an error %i with %j is about something else", async (status, words) => {
  const { asked, call } = refusing(status, words);
  await expect(call(request)).rejects.toThrow(words);
  expect(asked).toHaveLength(1);
});

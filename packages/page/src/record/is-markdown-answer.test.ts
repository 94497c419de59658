import { expect, test } from "vitest";
import { debate } from "@rostrum/runtime/api";
import type { DebateEvent } from "@rostrum/core/protocol";
import { fold } from "@rostrum/core/record";
import { isMarkdownAnswer } from "./is-markdown-answer.ts";

test.each([
  ["auto", "Use **both**.", true],
  ["auto", "`__init__`", false],
  ["auto", "```\n__init__\n```", false],
  ["exact", "__init__ **x**", false],
  ["number", "1 * 2 * 3", false],
  ["code", "```\n__init__\n```", false],
] as const)("the headline of a %s answer %j is Markdown: %s", async (answer, reply, expected) => {
  const events: DebateEvent[] = [];
  const config = { debaters: [() => reply, () => reply], answer, rounds: 0 };
  const onEvent = (event: DebateEvent): void => void events.push(event);
  await debate("What?", config as never, { onEvent }).catch(() => null);
  expect(isMarkdownAnswer(fold(events))).toBe(expected);
});

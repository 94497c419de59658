import { expect, test } from "vitest";
import type { StoredEvent } from "@rostrum/core/protocol";
import { embedEvents } from "./embed-events.ts";

const started = {
  type: "debate.started",
  debateId: "d",
  at: 1,
  seq: 0,
  question: "</script><!--<script>alert(1)</script> $& $' $`",
  userId: "ada",
  metadata: { secret: "x" },
} as unknown as StoredEvent;

test("no text can end the element that contains it, and none is changed", () => {
  const json = embedEvents([started]);
  expect(json).not.toContain("<");
  expect((JSON.parse(json) as { question: string }[])[0]?.question).toBe(
    (started as { question?: string }).question,
  );
});

test("who asked, and the metadata, are not shared", () => {
  const json = embedEvents([started]);
  expect(json).not.toContain("ada");
  expect(json).not.toContain("secret");
});

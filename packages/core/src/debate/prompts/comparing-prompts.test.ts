import { expect, test } from "vitest";
import { readAudit } from "../../answers/open/read-audit.ts";
import { readBallot } from "../../answers/ballots/read-ballot.ts";
import { readClaims } from "../../answers/open/read-claims.ts";
import { readCrux } from "../../answers/open/read-crux.ts";
import { readGroups } from "../../answers/comparer-reply/read-groups.ts";
import { readMemo } from "../../answers/open/read-memo.ts";
import { readReply } from "../../answers/read-reply.ts";
import { readCritique } from "../../answers/drafting/read-critique.ts";
import { AUDIT_SCHEMA } from "./audit-prompts.ts";
import { CRUX_SCHEMA } from "./crux-prompts.ts";
import { CRITIQUE } from "./drafting-prompts.ts";
import { formatSchema } from "./schemas.ts";
import { RANKING_SCHEMA } from "./ranking-prompts.ts";
import { claimsSchema, memoSchema } from "./report-prompts.ts";
import { comparingSystem, comparingTurn, groupingTask, groupsSchema } from "./comparing-prompts.ts";

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
  ["groups", (text) => readGroups(text, 3), formatSchema(groupsSchema(false))],
  ["groups and differences", (text) => readGroups(text, 3), formatSchema(groupsSchema(true))],
  ["a ranking", (text) => readBallot(text, 3), formatSchema(RANKING_SCHEMA)],
  ["a crux", (text) => readCrux(text, 3), formatSchema(CRUX_SCHEMA)],
  ["claims", (text) => readClaims(text, 3), formatSchema(claimsSchema(true))],
  ["a memo", (text) => readMemo(text, 3), formatSchema(memoSchema(true))],
  ["options", (text) => readMemo(text, 3), formatSchema(memoSchema(false))],
  ["an audit", (text) => readAudit(text), formatSchema(AUDIT_SCHEMA)],
  ["a critique", (text) => readCritique(readReply(text).json), CRITIQUE],
])("the form of %s is no possible reply", (_, read, task) => {
  const nothing = read("");
  const form = task.slice(task.indexOf("{"), task.lastIndexOf("}") + 1);
  expect(form).toMatch(/^\{.*\}$/s);
  for (const text of [task, form]) expect(read(text)).toEqual(nothing);
});

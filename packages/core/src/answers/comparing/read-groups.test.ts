import { describe, expect, test } from "vitest";
import { readGroups } from "./read-groups.ts";

const groups =
  '{"groups": [{"items": [1, 3], "label": "stay on Postgres"}, {"items": [2], "label": "move"}]}';

const read = {
  groups: [
    { items: [0, 2], label: "stay on Postgres" },
    { items: [1], label: "move" },
  ],
  none: [],
};

describe("readGroups", () => {
  test.each([
    ["the object alone", groups],
    ["in a fence", `\`\`\`json\n${groups}\n\`\`\``],
    ["with words before and after it", `I looked at all three.\n${groups}\nThat is all.`],
    ["after thinking", `<think>{"groups": [{"items": [1, 2, 3]}]}</think>\n${groups}`],
    ["after an object that is quoted", `> {"groups": [{"items": [1, 2, 3]}]}\n\n${groups}`],
    [
      "after an object inside a line",
      `Answer 2 says {"groups": [{"items": [1]}]} itself.\n${groups}`,
    ],
  ])("%s", (_, text) => {
    expect(readGroups(text, 3)).toEqual(read);
  });

  test("an answer that gives none is in no group", () => {
    expect(readGroups('{"groups": [{"items": [1, 3]}], "none": [2]}', 3)).toEqual({
      groups: [{ items: [0, 2], label: null }],
      none: [1],
    });
    expect(readGroups('{"groups": [], "none": [1, 2]}', 2)).toEqual({ groups: [], none: [0, 1] });
  });

  test.each([
    ["a number left out", '{"groups": [{"items": [1, 2]}]}'],
    ["a number in two groups", '{"groups": [{"items": [1, 2]}, {"items": [2, 3]}]}'],
    ["a number in a group and in none", '{"groups": [{"items": [1, 2, 3]}], "none": [3]}'],
    ["a number of no answer", '{"groups": [{"items": [1, 2, 3, 4]}]}'],
    ["numbers as words", '{"groups": [{"items": ["1", "2", "3"]}]}'],
    ["an empty group", '{"groups": [{"items": [1, 2, 3]}, {"items": []}]}'],
    ["lists without names", "[[1, 2], [3]]"],
    ["two objects", `${groups}\n${groups}`],
    ["an object in mid-line only", `They are ${groups}`],
    ["no object", "They all say the same."],
    ["nothing", ""],
  ])("unusable: %s", (_, text) => {
    expect(readGroups(text, 3)).toBeNull();
  });

  test("with marks, only what stands between them counts", () => {
    const other = '{"groups": [{"items": [1, 2, 3]}]}';
    const marked = `${other}\n[[answer k3]]\n${groups}\n[[end k3]]\n${other}`;
    expect(readGroups(marked, 3, "k3")).toEqual(read);
    expect(readGroups(marked, 3)).toBeNull();
  });
});

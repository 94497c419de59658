import { describe, expect, it } from "vitest";
import { readGroups } from "./read-groups.ts";

const groups = '{"groups": [{"items": [1, 3], "label": "stay"}, {"items": [2], "label": "move"}]}';
const read = [
  { items: [0, 2], label: "stay" },
  { items: [1], label: "move" },
];

describe("readGroups", () => {
  it("reads the object that the prompt asks for", () => {
    expect(readGroups(groups, 3)).toEqual(read);
  });

  it.each([
    ["in a code block", `\`\`\`json\n${groups}\n\`\`\``],
    ["after a sentence", `1 and 3 say the same.\n${groups}`],
    ["before a sentence", `${groups}\nI hope that helps [3].`],
    ["with a trailing comma", groups.replace("]}]}", "],}]}")],
  ])("reads it %s", (_name, text) => {
    expect(readGroups(text, 3)?.map(({ items }) => items)).toEqual([[0, 2], [1]]);
  });

  it.each([
    ["lists of numbers", "[[1, 3], [2]]"],
    ["lists after words", "Groups: [[1,3],[2]]"],
    ["lists under groups", '{"groups": [[1, 3], [2]]}'],
    ["numbers as texts", '{"groups": [{"items": ["1", "#3"]}, {"items": ["2"]}]}'],
    ["a list of groups", '[{"items": [1, 3]}, {"items": [2]}]'],
  ])("reads %s", (_name, text) => {
    expect(readGroups(text, 3)).toEqual([
      { items: [0, 2], label: null },
      { items: [1], label: null },
    ]);
  });

  it.each([
    ["a number is missing", "[[1, 2]]"],
    ["a number stands twice", "[[1, 3], [2, 3]]"],
    ["a number is too large", "[[1, 3], [2, 4]]"],
    ["a number is zero", "[[0, 1], [2]]"],
    ["a number is not whole", "[[1.5, 3], [2]]"],
    ["there are only words", "They all agree."],
    ["it is empty", ""],
    ["a group is empty", "[[1, 2, 3], []]"],
    ["brackets never close", "[[[[[[{{{{"],
  ])("refuses a reply where %s", (_name, text) => {
    expect(readGroups(text, 3)).toBeNull();
  });

  it.each([
    ["a number beyond all", '{"groups": [{"items": [1, 2, 1e9]}]}'],
    ["a million numbers", `[[${"1,".repeat(1_000_000)}2]]`],
    ["a million groups", `[${"[1],".repeat(300_000)}[2]]`],
    ["deep nesting", `${"[".repeat(100_000)}1${"]".repeat(100_000)}`],
    ["items that are objects", '{"groups": [{"items": [{"items": [1, 2, 3]}]}]}'],
  ])("refuses %s, and soon", (_name, text) => {
    expect(readGroups(text, 3)).toBeNull();
  });
});

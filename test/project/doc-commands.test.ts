import { expect, test } from "vitest";
import {
  extractCommands,
  firstMissingLine,
  printsComment,
} from "../../scripts/doc-commands/extract.ts";

const commandsOf = (markdown: string): { text: string; expected: string[] }[] =>
  extractCommands("a.md", markdown).map(({ text, expected }) => ({ text, expected }));

test("commands of a block lose their comments, and keep quotations and continued lines", () => {
  const markdown = [
    "```sh",
    "# a remark",
    "one 'a # b'   # why",
    "two \\",
    "  --flag",
    "three '{",
    "}'",
    "```",
  ].join("\n");
  expect(commandsOf(markdown)).toEqual([
    { text: "one 'a # b'", expected: [] },
    { text: "two \\\n  --flag", expected: [] },
    { text: "three '{\n}'", expected: [] },
  ]);
});

test("the block right below a single command is its output, one after other text isn't", () => {
  const command = "```sh\none\n```";
  const output = "```text\n1\n```";
  expect(commandsOf(`${command}\n\n${output}`)).toEqual([{ text: "one", expected: ["1"] }]);
  expect(commandsOf(`${command}\n\nthen\n\n${output}`)).toEqual([{ text: "one", expected: [] }]);
});

test("a session has commands behind dollar signs, with their output", () => {
  expect(commandsOf("```text\n$ one\n1\n$ two   # why\n```")).toEqual([
    { text: "one", expected: ["1"] },
    { text: "two", expected: [] },
  ]);
});

test("lines must be printed in their order, and an ellipsis stands for any text", () => {
  expect(firstMissingLine(["a", "c…e"], "a\nb\nc and e\n")).toBeNull();
  expect(firstMissingLine(["b", "a"], "a\nb\n")).toBe("a");
  expect(firstMissingLine(["a.c"], "abc")).toBe("a.c");
});

test("output in a comment is compared without white space", () => {
  const [command] = extractCommands("a.md", '```sh\none\n# {"a": 1,\n#  "b": …}\n```');
  expect(command?.expectedComment).toBe('{"a": 1, "b": …}');
  expect(printsComment('{"a": 1, "b": …}', '{"a":1,"b":[2]}')).toBe(true);
  expect(printsComment('{"a": 1, "b": …}', '{"a":2,"b":[2]}')).toBe(false);
});

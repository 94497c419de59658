import { expect, test } from "vitest";
import { parseCommand, splitCommand } from "./command-line.ts";

test("errors quote what the user wrote, with or without the prefix", () => {
  expect(() => splitCommand("it's", "--mcp")).toThrow(`--mcp: expected a closing ', got "it's"`);
  expect(() => splitCommand(" ", "--mcp")).toThrow(
    '--mcp: expected a program and its arguments, such as "claude -p", got " "',
  );
  expect(() => parseCommand("command:it's", "model")).toThrow(
    `model: expected a closing ', got "command:it's"`,
  );
  expect(() => parseCommand("command:[1]", "model")).toThrow(
    `such as "command:claude -p" or 'command:["claude", "-p"]', got "command:[1]"`,
  );
});

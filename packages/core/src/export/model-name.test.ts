import { expect, test } from "vitest";
import { formatModelName } from "./remove-words.ts";

test.each([
  ["openai/gpt-5.4", "openai/gpt-5.4"],
  ["compat:llama@http://10.0.0.1:8000/v1", "compat:llama"],
  ["command:claude -p --key secret", "command:claude"],
  ['command:["/home/ann/my agent","--key","secret"]', "command:my agent"],
  ["command:/opt/tools/ask.sh", "command:ask.sh"],
  ["command:claude#0a1b2c3d", "command:claude"],
  ['command:["/home/ann/my agent"]#0a1b2c3d', "command:my agent"],
  ['command:["C:\\\\Tools\\\\ask.exe","x"]', "command:ask.exe"],
])("%s is shown as %s", (id, name) => {
  expect(formatModelName(id)).toBe(name);
});

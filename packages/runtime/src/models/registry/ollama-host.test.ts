import { expect, test } from "vitest";
import { ollamaAddress } from "./ollama-host.ts";

test.each([
  [undefined, "http://127.0.0.1:11434"],
  ["", "http://127.0.0.1:11434"],
  ["0.0.0.0", "http://127.0.0.1:11434"],
  ["0.0.0.0:8080", "http://127.0.0.1:8080"],
  [":8080", "http://127.0.0.1:8080"],
  ["box", "http://box:11434"],
  ["box:1234", "http://box:1234"],
  ["http://box", "http://box"],
  ["http://box:11434/", "http://box:11434"],
  ["https://ollama.example.com", "https://ollama.example.com"],
  ["https://example.com/ollama/", "https://example.com/ollama"],
  ["[::1]", "http://[::1]:11434"],
  ["[::]:1234", "http://[::1]:1234"],
  ["::1", "http://[::1]:11434"],
  ["::", "http://[::1]:11434"],
  ["fd00::5", "http://[fd00::5]:11434"],
  ["[fd00::5]:1234", "http://[fd00::5]:1234"],
  [' "box:1234" ', "http://box:1234"],
])("%j → %s", (host, address) => {
  expect(ollamaAddress(host)).toBe(address);
});

import { expect, test } from "vitest";
import { readDocument, formatSize, addDocuments } from "./context-documents.ts";

test("a file of text is sent as text, any other as its bytes", async () => {
  expect(await readDocument(new File(["grüße"], "a.md"))).toEqual({
    document: "a.md",
    text: "grüße",
  });
  const bytes = new Uint8Array([137, 80, 78, 71, 0, 1]);
  expect(await readDocument(new File([bytes], "b.png"))).toEqual({
    document: "b.png",
    data: "iVBORwAB",
  });
  expect(await readDocument(new File([new Uint8Array([0xff, 0xfe, 0x41])], "c"))).toHaveProperty(
    "data",
  );
});

test("a name that is taken gets a number", () => {
  const one = { document: "notes.md", text: "" };
  const names = addDocuments([one], [one, one, { document: "notes", text: "" }]);
  expect(names.map(({ document }) => document)).toEqual([
    "notes.md",
    "notes 2.md",
    "notes 3.md",
    "notes",
  ]);
});

test("sizes are given in words", () => {
  expect(formatSize({ document: "a", text: "abc" })).toBe("3 characters");
  expect(formatSize({ document: "a", text: "a".repeat(12_345) })).toBe("12 kB");
  expect(formatSize({ document: "a", data: "A".repeat(4_000_000) })).toBe("3.0 MB");
});

import { describe, expect, test } from "vitest";
import { readPastedFiles } from "./read-pasted-files.ts";

const picture = new File(["."], "image.png");
const notes = new File(["."], "notes.md");
const pasted = (text: string, ...files: File[]) => ({ getData: () => text, files });

describe("what was pasted", () => {
  test.each([
    ["text", pasted("Mercury"), null],
    ["a file", pasted("", notes), [notes]],
    ["several files", pasted("", notes, picture), [notes, picture]],
    ["a file with its name", pasted("notes.md", notes), [notes]],
    ["cells with their picture", pasted("1\t2", picture), null],
    ["nothing", null, null],
  ])("%s", (_, given, expected) => {
    expect(readPastedFiles(given)).toEqual(expected);
  });
});

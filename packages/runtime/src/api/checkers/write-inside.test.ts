import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { writeInside } from "./write-inside.ts";

/** Everything in a folder, without following a link. */
function list(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return [path, ...list(path)];
    return entry.isFile() ? `${path}: ${readFileSync(path, "utf8")}` : path;
  });
}

const names = fc.constantFrom("a", "b", "c");
const target = fc.constantFrom(
  "OUTSIDE",
  "OUTSIDE/file",
  "OUTSIDE/new",
  "OUTSIDE/new/folder",
  "../outside/new",
  "..",
  "a",
  "b/c",
  "/",
);
const entry = fc.oneof(
  fc.record({ kind: fc.constant("file" as const) }),
  fc.record({ kind: fc.constant("folder" as const) }),
  fc.record({ kind: fc.constant("hard link" as const) }),
  fc.record({ kind: fc.constant("link" as const), target }),
);
const tree = fc.array(fc.tuple(fc.array(names, { minLength: 1, maxLength: 3 }), entry), {
  maxLength: 8,
});
const file = fc
  .array(fc.constantFrom("a", "b", "c", "..", ".", "", "OUTSIDE"), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join("/"));

test("whatever links a folder has, a file is written inside it or not at all", async () => {
  await fc.assert(
    fc.asyncProperty(tree, file, async (entries, name) => {
      const base = mkdtempSync(join(tmpdir(), "rostrum-inside-"));
      try {
        const [folder, outside] = [join(base, "folder"), join(base, "outside")];
        mkdirSync(folder);
        mkdirSync(outside);
        writeFileSync(join(outside, "file"), "untouched");
        const place = (text: string): string => text.replaceAll("OUTSIDE", outside);
        for (const [parts, made] of entries) {
          const path = join(folder, ...parts);
          try {
            if (made.kind === "file") writeFileSync(path, "old", { flag: "wx" });
            else if (made.kind === "folder") mkdirSync(path);
            else if (made.kind === "hard link") linkSync(join(outside, "file"), path);
            else symlinkSync(place(made.target), path);
          } catch {
            // Its parent is missing, or something is there already.
          }
        }
        const before = list(outside);
        const around = readdirSync(base);
        const written = await writeInside(folder, place(name), "new text").then(
          () => true,
          () => false,
        );
        expect(list(outside)).toEqual(before);
        expect(readdirSync(base)).toEqual(around);
        if (!written) return;
        const made = list(folder).filter((line) => line.endsWith(": new text"));
        expect(made).toHaveLength(1);
        expect(lstatSync(made[0]!.slice(0, -": new text".length)).isFile()).toBe(true);
      } finally {
        rmSync(base, { recursive: true, force: true });
      }
    }),
    { numRuns: 300 },
  );
});

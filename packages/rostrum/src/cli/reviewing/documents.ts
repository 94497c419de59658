import { stat } from "node:fs/promises";
import { normalize } from "node:path";
import type { ReviewedDocument } from "../../export/index.ts";
import { fileTrouble } from "../file-trouble.ts";
import type { InputStream } from "../io.ts";
import { readAll } from "../question/read.ts";
import { readTextFile } from "../question/text-file.ts";
import { UserError } from "../user-error.ts";

/** No model reads more at once, and a file this long is generated or is data. */
const LONGEST = 1_000_000;

const STDIN = "stdin";

/** The files to review; `-` is standard input. A file that is named twice is read once. */
export async function reviewedDocuments(
  paths: readonly string[],
  stdin: InputStream,
): Promise<ReviewedDocument[]> {
  if (paths.length === 0) {
    throw new UserError("there is no file to review", [
      "rostrum review src/cart.ts src/order.ts",
      "git diff | rostrum review -",
    ]);
  }
  const names = [...new Set(paths.map((path) => (path === "-" ? path : normalize(path))))];
  const documents = await Promise.all(names.map((path) => documentAt(path, stdin)));
  const filled = documents.filter(({ text }) => text.trim() !== "");
  if (filled.length === 0) {
    throw new UserError(names.length === 1 ? `${names[0]} is empty` : "all of the files are empty");
  }
  return filled;
}

async function documentAt(path: string, stdin: InputStream): Promise<ReviewedDocument> {
  const document = path === "-" ? STDIN : path.replaceAll("\\", "/");
  if (path !== "-") await refuseHuge(path);
  const text = path === "-" ? await readAll(stdin) : await readTextFile(path, "review");
  if (text.length > LONGEST) throw tooLong(document, text.length);
  if (text.includes("\0")) {
    throw new UserError(`review: expected a text, got a binary file in ${document}`);
  }
  return { document, text };
}

/** Looked at before it is read: a disk image must not be loaded first. */
async function refuseHuge(path: string): Promise<void> {
  try {
    const { size } = await stat(path);
    // A character takes four bytes at most.
    if (size > 4 * LONGEST) throw tooLong(path, size);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`review: ${fileTrouble(error, path)}`);
  }
}

function tooLong(document: string, size: number): UserError {
  return new UserError(
    `review: expected at most ${LONGEST.toLocaleString("en-US")} characters, got ` +
      `${size.toLocaleString("en-US")} in ${document}`,
    ["review the parts that matter, or a diff: git diff | rostrum review -"],
  );
}

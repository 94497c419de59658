import { readFile } from "node:fs/promises";
import { fileTrouble } from "../file-trouble.ts";
import { UserError } from "../user-error.ts";

/** A text in UTF-8; `flag` names the option that the path came from. */
export async function readTextFile(path: string, flag: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new UserError(`${flag}: ${fileTrouble(error, path)}`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${flag}: expected a text in UTF-8, got other bytes in ${path}`);
  }
}

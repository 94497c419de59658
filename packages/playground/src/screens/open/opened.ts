import type { Snapshot } from "@rostrum/eval";
import { debateHref } from "@rostrum/page";
import { readFile } from "../../files/read-file.ts";
import { openRun } from "../../runs/runs.ts";

/** Last opened report. */
export const opened: { report: Snapshot | null } = { report: null };

/** Reads a file and shows its contents. */
export async function openFile(file: Blob): Promise<void> {
  const contents = await readFile(file);
  if (contents.kind === "debate") {
    location.hash = debateHref(openRun(contents.id, contents.snapshot));
  } else {
    opened.report = contents.report;
    location.hash = "#/open";
    dispatchEvent(new HashChangeEvent("hashchange"));
  }
}

import type { ExitCode } from "../exit-code.ts";
import type { ConfigPatch } from "../options/flags.ts";
import { holdTask } from "../run/ask.ts";
import { taskFor } from "../run/prepare-task.ts";
import type { AskFlags } from "../run/task.ts";
import type { Output } from "../terminal/output.ts";
import { UserError } from "../user-error.ts";
import { reviewedDocuments } from "./documents.ts";
import { reportFindings, type ReviewFlags } from "./report.ts";

const TASK =
  "Review the material. Report what is wrong in it and matters: mistakes, holes in security, contradictions, " +
  "statements that are false or that nothing supports, and risks. Leave out matters of taste.";

/** Reviews files with a panel. The exit code says whether a finding that is serious enough stands. */
export async function reviewFiles(
  files: readonly string[],
  flags: AskFlags & ReviewFlags & { about?: string },
  patch: ConfigPatch,
  output: Output,
): Promise<ExitCode> {
  if (patch["answer"] !== undefined)
    throw new UserError("a review has findings: leave --answer out");
  const documents = await reviewedDocuments(files, output.io.stdin);
  const { about = "" } = flags;
  const text = about.trim() === "" ? TASK : `${TASK}\n\n${about.trim()}`;
  const asked = { ...patch, answer: { type: "findings" } };
  return holdTask({
    task: (say) => taskFor({ text, context: documents }, flags, asked, say),
    flags,
    patch: asked,
    output,
    report: (result) => reportFindings(result, documents, flags, output),
  });
}

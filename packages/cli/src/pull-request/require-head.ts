import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { isPlainObject } from "@rostrum/core/support";
import type { ConfigPatch } from "../options/flags.ts";
import { UserError } from "../user-error.ts";
import type { PullRequest } from "./read-pull-request.ts";

/** Throws if tests of findings would run on another commit than the reviewed one. */
export async function requireHead({ verify }: ConfigPatch, { head }: PullRequest): Promise<void> {
  if (!isPlainObject(verify) || verify["tests"] === undefined) return;
  const folder = resolve(typeof verify["folder"] === "string" ? verify["folder"] : ".");
  const commit = await readCommit(folder);
  if (commit === head.sha) return;
  throw new UserError(
    `--tests: expected ${folder} to be at the head commit ${head.sha}, got ${commit ?? "no commit"}`,
    [
      "in a workflow: actions/checkout with ref: ${{ github.event.pull_request.head.sha }}",
      "name the folder with --tests-folder",
    ],
  );
}

function readCommit(folder: string): Promise<string | null> {
  return new Promise((done) => {
    execFile("git", ["-C", folder, "rev-parse", "HEAD"], (error, stdout) => {
      done(error ? null : stdout.trim());
    });
  });
}

import type { Change } from "./choose-change.ts";
import type { Repository } from "./open-repository.ts";

/** More than this says nothing new about what a change is for. */
const MAX_COMMITS = 20;
const MAX_CHARACTERS = 8000;

/** Reads the messages of a change's commits, newest first. Empty if nothing is committed yet. */
export async function readMessages(
  { git }: Repository,
  { commits }: Pick<Change, "commits">,
): Promise<string> {
  if (commits.length === 0) return "";
  const listed = await git(["rev-list", `--max-count=${MAX_COMMITS}`, ...commits]);
  const ids = listed.toString("utf8").split("\n").filter(Boolean);
  // Unlike `git log`, this reads no setting that starts a program, such as one that checks signatures.
  const objects = await Promise.all(ids.map((id) => git(["cat-file", "commit", id])));
  const messages = objects.map((object) => {
    const text = object.toString("utf8");
    const headers = text.indexOf("\n\n");
    return headers < 0 ? "" : text.slice(headers).trim();
  });
  return clipMessages(messages);
}

export function clipMessages(messages: readonly string[]): string {
  return messages.filter(Boolean).join("\n\n").slice(0, MAX_CHARACTERS);
}

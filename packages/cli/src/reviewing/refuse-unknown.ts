import { toOneLine } from "@rostrum/core/support";
import { findUnknownEnds, hasChanges, type Repository } from "@rostrum/runtime/repository";
import { suggestPath, UserError } from "../user-error.ts";

/** Why an argument of a review is neither a file nor a commit. */
export async function refuseUnknown(
  arg: string,
  repository: Repository | null,
): Promise<UserError> {
  const isText = /\s/.test(arg);
  const name = isText ? JSON.stringify(toOneLine(arg)) : arg;
  if (repository === null)
    return new UserError(
      `There is no file or folder ${name}. (This is not a git repository, so it can't be a commit either.)`,
      suggestOther(arg, name),
    );
  const ends = arg.includes("..") ? await findUnknownEnds(repository, arg) : [];
  if (ends.length > 0 && !isText && ends[0] !== arg)
    return new UserError(
      `${name}: there is no commit, branch or tag ${ends.map(toOneLine).join(" and no ")} here.`,
    );
  const isDeleted = await hasChanges(repository, { folder: process.cwd(), paths: [arg] }).catch(
    () => false,
  );
  return isDeleted
    ? new UserError(`There is no file ${name} any more.`, [
        `To review that it was deleted: rostrum review --base HEAD ${name}`,
      ])
    : new UserError(`There is no file, folder or commit ${name} here.`, suggestOther(arg, name));
}

function suggestOther(arg: string, name: string): string[] {
  return [
    ...suggestPath(arg),
    ...(/\s/.test(arg) ? [`To say what to look for: rostrum review --about ${name}`] : []),
    ...(arg.startsWith("-") ? [`Options go before --: rostrum review ${arg} … -- <file>…`] : []),
  ];
}

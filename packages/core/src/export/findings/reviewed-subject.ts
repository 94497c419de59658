import { field } from "../../thrown.ts";

/** A file that a review left out. */
export interface LeftOutFile {
  path: string;
  reason: string;
}

/** What a review read, and what it left out. */
export interface ReviewedSubject {
  /** Such as "the working tree against HEAD". */
  title: string;
  files: readonly string[];
  /** Files that need no review. */
  skipped: readonly LeftOutFile[];
  /** Files that need a review and had none. */
  unreviewed: readonly LeftOutFile[];
}

const KEY = "rostrum_reviewed";

/** Stores with a run what it reviews, for readers of the run. */
export function noteReviewed(
  metadata: Record<string, unknown>,
  { title, files, skipped, unreviewed }: ReviewedSubject,
): Record<string, unknown> {
  return { ...metadata, [KEY]: { title, files, skipped, unreviewed } };
}

/** What a run reviewed. Null for other runs, and for what other clients of a journal wrote. */
export function readReviewed(
  metadata: Record<string, unknown> | undefined,
): ReviewedSubject | null {
  const noted = metadata?.[KEY];
  const title = field(noted, "title");
  if (typeof title !== "string") return null;
  const list = (name: string): unknown[] => {
    const value = field(noted, name);
    return Array.isArray(value) ? value : [];
  };
  const isText = (value: unknown): value is string => typeof value === "string";
  const listLeftOut = (name: string): LeftOutFile[] =>
    list(name).flatMap((each) => {
      const [path, reason] = [field(each, "path"), field(each, "reason")];
      return isText(path) && isText(reason) ? [{ path, reason }] : [];
    });
  return {
    title,
    files: list("files").filter(isText),
    skipped: listLeftOut("skipped"),
    unreviewed: listLeftOut("unreviewed"),
  };
}

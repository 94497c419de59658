import {
  toSarif,
  writeFixPrompt,
  type ReviewedDocument,
  type ReviewedSubject,
} from "@rostrum/core/export";
import { clipLine, joinNames, stringifyVisible, toOneLine } from "@rostrum/core/support";
import { packageVersion } from "@rostrum/runtime/package";
import type { ReviewFlags } from "./review-flags.ts";
import { formatWarning } from "../report/lines.ts";
import type { AskFlags } from "../run/task.ts";
import type { Output } from "../terminal/output.ts";
import type { ReviewSubject } from "./read-subject.ts";

/** What every review has: of a change, of files, of a pull request. */
type Subject = Pick<ReviewSubject, "title" | "documents" | "skipped" | "unreviewed">;

/** Prints before anything is paid what is sent, and what is not. */
export function announceSubject(
  subject: Subject,
  flags: AskFlags & Pick<ReviewFlags, "about">,
  output: Output,
): void {
  if (!flags.quiet) output.say(output.style.dim(describeSubject(subject, flags)));
  if (!flags.quiet) reportAbout(flags, output);
  warnReplaced(subject, output);
  reportSkipped(subject, flags, output);
  // The report repeats it above the findings.
  if (!flags.quiet || flags.dryRun) reportUnreviewed(subject, flags, output);
}

/** Prints that there is nothing to review, and why, in the form that was asked for. */
export function printNothing(
  subject: Subject,
  /** `fields` are additional ones of the JSON output. */
  {
    reason,
    hints = [],
    fields = {},
  }: { reason: string; hints?: readonly string[]; fields?: object },
  flags: ReviewFlags & Listing,
  output: Output,
): void {
  const { unreviewed } = subject;
  if (flags.sarif) {
    const isComplete = unreviewed.length === 0;
    output.print(toSarif([], { version: packageVersion(), whole: isComplete }));
  } else if (flags.json) {
    const reviewed = describeFiles(subject);
    output.print(`${stringifyVisible({ findings: [], reviewed, ...fields }, 2)}\n`);
  } else if (flags.fixPrompt) output.print(writeFixPrompt([]));
  output.say(
    unreviewed.length > 0 ? "nothing could be reviewed" : `nothing to review: ${toOneLine(reason)}`,
  );
  for (const hint of hints) output.say(`  ${hint}`);
  reportSkipped(subject, flags, output);
  reportUnreviewed(subject, flags, output);
}

/** The page and an export show all of it. */
const MAX_ABOUT_CHARS = 300;

function reportAbout({ about }: Pick<ReviewFlags, "about">, { say, style }: Output): void {
  if (about !== undefined) say(style.dim(`about: ${clipLine(about, MAX_ABOUT_CHARS)}`));
}

/** Warns of files in an older encoding, whose other characters are lost. */
function warnReplaced({ documents }: Subject, { say, style }: Output): void {
  const replaced = documents.filter(({ text }) => text.includes("\ufffd"));
  if (replaced.length === 0) return;
  const names = clipLine(joinNames(listNames(replaced)), MAX_ABOUT_CHARS);
  say(
    formatWarning(
      `some characters of ${names} could not be read (another encoding?): members see \ufffd instead`,
      style,
    ),
  );
}

/** `--dry-run` lists all. */
const MAX_NAMES = 8;

/** "reviewing the working tree against HEAD: 2 files: src/cart.ts, src/order.ts": what is sent. */
function describeSubject({ title, documents }: Subject, { dryRun = false }: AskFlags): string {
  const count = documents.length === 1 ? "1 file" : `${documents.length} files`;
  const maxNames = dryRun ? documents.length : MAX_NAMES;
  const names = listNames(documents).slice(0, maxNames).map(toOneLine).join(", ");
  const what = `reviewing ${toOneLine(title)}: ${count}`;
  // Files that the user named.
  if (names === toOneLine(title)) return what;
  const rest = documents.length - maxNames;
  return `${what}: ${names}${rest > 0 ? ` and ${rest} more; --dry-run lists all` : ""}`;
}

/** Lists for programs what a review read and left out. */
export function describeFiles({ title, documents, skipped, unreviewed }: Subject): ReviewedSubject {
  return { title, files: listNames(documents), skipped, unreviewed };
}

function listNames(documents: readonly ReviewedDocument[]): string[] {
  return documents.map(({ document }) => document);
}

/** `--json` and `--dry-run` print longer lists in full. */
const MAX_LISTED = 10;
/** Files that are left out for the same reason. */
const MAX_NAMED = 3;

type Listing = Pick<AskFlags, "quiet" | "dryRun">;

/** Prints which files need no review or are not sent, and why. */
function reportSkipped({ skipped }: Subject, flags: Listing, output: Output): void {
  if (!flags.quiet) listFiles("skipped", skipped, flags, output.say, output.style.dim);
}

/** Prints which files need a review and had none, and why. */
export function reportUnreviewed(
  { unreviewed }: Subject,
  flags: Listing,
  { say, style }: Output,
): void {
  listFiles("not reviewed", unreviewed, flags, say, style.yellow);
}

function listFiles(
  word: string,
  files: Subject["skipped"],
  { dryRun = false }: Listing,
  say: Output["say"],
  color: (line: string) => string,
): void {
  const groups = [...Map.groupBy(files, ({ reason }) => reason)].map(([reason, group]) => {
    const names = group.slice(0, MAX_NAMED).map(({ path }) => toOneLine(path));
    const rest = group.length - names.length;
    const more = rest > 0 ? ` and ${rest} more (--json lists them)` : "";
    return `${word}: ${names.join(", ")}${more}: ${reason}`;
  });
  const maxListed = dryRun ? groups.length : MAX_LISTED;
  for (const line of groups.slice(0, maxListed)) say(color(line));
  const rest = groups.length - maxListed;
  if (rest > 0) say(color(`${word}: files for ${rest} more reasons; --json lists all of them`));
}

import { toOneLine } from "@rostrum/core/support";
import { formatPath, UserError } from "../user-error.ts";
import type { Permission } from "@rostrum/core/api";
import { hashText, identifyFile, readTrustedFile } from "./trust-store.ts";

/** Whether a file may do what needs trust. */
export type TrustState = "trusted" | "changed" | "unknown";

/** A file that may need trust: what it wants, and the text by which it is remembered. */
export interface TrustRequest {
  path: string;
  text: string;
  permissions: readonly Permission[];
}

/** What is remembered about a file. In CI nothing is: there, a pull request may have changed the programs it names. */
export function findTrustState({ path, text }: TrustRequest): TrustState {
  const known = isCi() ? null : readTrustedFile(identifyFile(path));
  if (known === null) return "unknown";
  return known.sha256 === hashText(text) ? "trusted" : "changed";
}

/** Whether this runs in CI, by the variable that all of its systems set. */
export function isCi(): boolean {
  const { CI = "" } = process.env;
  return !/^(?:|0|false|no|off)$/i.test(CI.trim());
}

/** Refuses a file that wants something it isn't trusted with. */
export function requireTrust(request: TrustRequest, isGranted: boolean | undefined): void {
  const { path, permissions } = request;
  if (isGranted === true || permissions.length === 0) return;
  const state = findTrustState(request);
  if (state === "trusted") return;
  const why =
    state === "changed" ? "it was changed after you approved it" : "you haven't approved that";
  throw new TrustError(
    `Refused to load ${formatPath(path)}: it runs programs or sends data to addresses, and ${why}.`,
    [...permissions.map(formatPermission), ...explainTrust()],
  );
}

/** A file was refused because nobody trusted it. */
export class TrustError extends UserError {}

/** How to allow what was refused. */
export function explainTrust(): string[] {
  if (isCi())
    return [
      "In CI nothing is approved by itself: name a config that a pull request can't change with --config, or add --trust.",
    ];
  return ['If you trust it, run "rostrum trust" in its folder, or add --trust for this run only.'];
}

const VERBS = {
  program: "runs",
  address: "sends to",
  folder: "reads the files of",
  settings: "sets",
} as const;
const SHOWN = 400;

/** One line: what a file wants, and where it says so. */
export function formatPermission({ need, what, path }: Permission): string {
  const line = toOneLine(what);
  // What is cut off is said, so that nothing can hide behind a long beginning.
  const rest = line.length - SHOWN;
  const shown = rest > 0 ? `${line.slice(0, SHOWN)}… and ${rest} more characters` : line;
  return `${toOneLine(path)} ${VERBS[need]}: ${shown}`;
}

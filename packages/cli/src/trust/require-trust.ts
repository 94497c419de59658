import { toOneLine } from "@rostrum/core/support";
import { formatPath, UserError } from "../user-error.ts";
import type { Permission } from "@rostrum/runtime/api";
import { hashText, identifyFile, readTrustedFile } from "./trust-store.ts";

/** Result of comparing a file with the text that the user approved. */
export type TrustState = "trusted" | "changed" | "unknown";

/** A file that may need trust: its permissions, and the text by which it is remembered. */
export interface TrustRequest {
  path: string;
  text: string;
  permissions: readonly DescribedPermission[];
}

/** A permission, and what granting it leads to where its kind doesn't say so. */
export interface DescribedPermission extends Permission {
  effect?: string;
}

/**
 * Looks up whether a file is trusted. Never in CI, where a pull request may have changed the programs that it names.
 */
export function findTrustState({ path, text }: TrustRequest): TrustState {
  const trustedFile = isCi() ? null : readTrustedFile(identifyFile(path));
  if (trustedFile === null) return "unknown";
  return trustedFile.sha256 === hashText(text) ? "trusted" : "changed";
}

/** Says since when a trusted file has changed: "was changed after you approved it". */
export function describeChange({ path }: TrustRequest): string {
  return readTrustedFile(identifyFile(path))?.by === "init"
    ? "has changed since init wrote it"
    : "was changed after you approved it";
}

/** Variables of CI systems that don't set CI: Azure Pipelines, Jenkins, TeamCity, AWS CodeBuild. */
const CI_VARIABLES = ["TF_BUILD", "JENKINS_URL", "TEAMCITY_VERSION", "CODEBUILD_BUILD_ID"];

/** True in CI, by the variable that most CI systems set, or by that of the system. */
export function isCi(): boolean {
  const { CI = "" } = process.env;
  return (
    !/^(?:|0|false|no|off)$/i.test(CI.trim()) ||
    CI_VARIABLES.some((name) => (process.env[name] ?? "") !== "")
  );
}

/** Throws if a file needs permissions that the user hasn't given. */
export function requireTrust(request: TrustRequest, isGranted: boolean | undefined): void {
  const { path, permissions } = request;
  if (isGranted === true || permissions.length === 0) return;
  const state = findTrustState(request);
  if (state === "trusted") return;
  const reason =
    state === "changed" ? `it ${describeChange(request)}` : "you haven't approved what it does";
  throw new TrustError(`Refused to load ${formatPath(path)}: ${reason}.`, [
    ...permissions.map(formatPermission),
    ...explainTrust(),
  ]);
}

/** A file was refused because the user hasn't trusted it. */
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
  program: "Runs a program",
  address: "Sends data to",
  folder: "Reads the files of",
  settings: "Changes a setting",
} as const;
const MAX_PERMISSION_CHARS = 400;

/** Formats a permission as one line: "Runs a program: cat (panels.a.debaters[0])". */
export function formatPermission({ need, what, path, effect }: DescribedPermission): string {
  const line = toOneLine(what);
  // Say how much is cut off, so that nothing can hide behind a long beginning.
  const rest = line.length - MAX_PERMISSION_CHARS;
  const text =
    rest > 0 ? `${line.slice(0, MAX_PERMISSION_CHARS)}… and ${rest} more characters` : line;
  return `${effect ?? VERBS[need]}: ${text} (${toOneLine(path)})`;
}

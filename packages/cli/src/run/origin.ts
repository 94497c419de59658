import { choosePanel } from "../config/choose-panel.ts";
import { loadConfig } from "../config/load.ts";
import { type ConfigPatch, mergeConfig } from "../options/flags.ts";
import { listPermissions, type Permission } from "@rostrum/runtime/api";
import { formatPermission, TrustError } from "../trust/require-trust.ts";
import { hasSeal, makeSeal } from "../trust/seal.ts";
import { UserError } from "../user-error.ts";

/** How a run was set up: its whole config if that is plain data, otherwise the file and panel to load again. */
export interface RunConfigOrigin {
  config?: ConfigPatch | undefined;
  file?: string | undefined;
  panel?: string | undefined;
  flags?: ConfigPatch | undefined;
  /** Folder in which the run was started. Absent: an older version or another client started it. */
  folder?: string;
  /** Proof that this user started the run in that folder. Only if it needs trust. */
  seal?: string;
}

/** Key of the origin in a run's metadata. */
export const ORIGIN_KEY = "rostrum_cli";

/**
 * Seals the origin in metadata that is about to be stored: permissions that the user gave now also hold for a resumed
 * run, in the same folder. The seal needs a secret file in the user's folder, so only stored runs get one.
 */
export function sealMetadata(metadata: Record<string, unknown>): Record<string, unknown> {
  const origin = metadata[ORIGIN_KEY] as RunConfigOrigin | undefined;
  if (origin === undefined || origin.seal !== undefined || listNeeds(origin).length === 0)
    return metadata;
  const located = { ...origin, folder: process.cwd() };
  const seal = makeSeal(located);
  return seal === null ? metadata : { ...metadata, [ORIGIN_KEY]: { ...located, seal } };
}

/** Loads the config that a stored run was started with. */
export async function loadStoredConfig(
  metadata: Record<string, unknown> | undefined,
  id: string,
  isGranted: boolean | undefined,
): Promise<ConfigPatch> {
  const origin = metadata?.[ORIGIN_KEY] as RunConfigOrigin | undefined;
  if (origin?.config === undefined && origin?.file === undefined) {
    throw new UserError(`run "${id}" was not started on the command line`, [
      "give the same question and config, and its id: rostrum --id <id> …",
    ]);
  }
  if (isGranted !== true) requireSeal(origin, id);
  if (origin.config !== undefined) return origin.config;
  const panel = choosePanel(origin.panel, await loadConfig(origin.file ?? ""));
  return mergeConfig(panel?.config ?? {}, origin.flags ?? {});
}

function requireSeal(origin: RunConfigOrigin, id: string): void {
  const needs = listNeeds(origin);
  if (needs.length === 0) return;
  const { seal, ...sealed } = origin;
  const permissionLines = needs.map(formatPermission);
  if (!hasSeal(sealed, seal)) {
    throw new TrustError(
      `Refused to continue run "${id}": it was not asked by you on this machine.`,
      [...permissionLines, "If you know where the run is from, add --trust."],
    );
  }
  // In another folder, the same command may be another program.
  if (sealed.folder !== process.cwd()) {
    throw new TrustError(
      `Refused to continue run "${id}" here: it was asked in another folder, ${sealed.folder}.`,
      [...permissionLines, "Continue it there, or add --trust to do it here."],
    );
  }
}

function listNeeds({ config, file, flags }: RunConfigOrigin): Permission[] {
  const code: Permission[] =
    typeof file === "string" ? [{ path: "config", need: "program", what: file }] : [];
  return [
    ...code,
    ...listPermissions(config ?? {}, "config"),
    ...listPermissions(flags ?? {}, "flags"),
  ];
}

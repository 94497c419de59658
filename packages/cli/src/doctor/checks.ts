import { accessSync, constants, existsSync, mkdtempSync, rmdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { defaultJournalPath } from "@rostrum/runtime/journal";
import { isPostgresUrl } from "@rostrum/server/postgres-url";
import { describeIsolation, listInstalledPrograms } from "@rostrum/runtime/models";
import { providers, findProxy } from "@rostrum/runtime/registry";
import { readMessage } from "@rostrum/core/support";
import { formatCount } from "@rostrum/core/export";
import { isOnBundledNode } from "../bundled-node.ts";
import { locateProvider, type AvailableModels } from "../discovery/available-models.ts";
import {
  explainNoPanel,
  findBestPanel,
  formatMembers,
  isUnreachable,
  listMisnamedKeys,
} from "../discovery/find-panel.ts";
import { chooseModels, listPassedOver } from "../discovery/choose-models.ts";
import type { ListedModel } from "../discovery/listed-model.ts";
import { describeLogin, type AllowedPrograms } from "../discovery/program-consent.ts";
import { ENV_FILE, getEnvFileOutcome } from "../env-file.ts";
import { packageVersion } from "@rostrum/runtime/package";
import { openJournal, formatLocation } from "../run/journal.ts";
import { describeFileError } from "../user-error.ts";
import { readLocalConfig, type LocalConfig } from "../config/load.ts";
import {
  describeChange,
  explainTrust,
  findTrustState,
  formatPermission,
  isCi,
} from "../trust/require-trust.ts";

/** Result of one check. */
export interface DoctorFinding {
  /**
   * `problem`: something that was asked for can't work, so the command fails. `warning`: the rest works without it.
   * `info` is neutral.
   */
  state: "ok" | "info" | "warning" | "problem";
  text: string;
  /** Further facts by name. */
  details?: Record<string, string>;
}

/** Checks versions, journal, keys and servers. Reports whether a key is set, never the key itself. */
export async function checkMachine(
  available: AvailableModels,
  programs: AllowedPrograms,
  journal: string | undefined,
  keys: KeyChecks,
): Promise<DoctorFinding[]> {
  return [
    { state: "ok", text: `rostrum ${packageVersion()}` },
    { state: "ok", text: describeRuntime() },
    await checkJournal(journal ?? defaultJournalPath()),
    await checkIsolation(),
    ...checkEnvFile(available),
    ...checkProxy(),
    ...checkKeys(available, keys),
    ...checkServers(available),
    ...checkPrograms(programs),
  ];
}

/** Reports whether the config here is trusted. Runs nothing. */
export async function checkTrust(isGranted: boolean): Promise<DoctorFinding[]> {
  const localConfig = await readLocalConfig().catch(() => null);
  return localConfig === null ? [] : [describeTrust(localConfig, isGranted)];
}

function describeTrust(localConfig: LocalConfig, isGranted: boolean): DoctorFinding {
  const { path, permissions } = localConfig;
  if (permissions.length === 0)
    return { state: "ok", text: `${path} runs no program and names no address: it needs no trust` };
  const permissionList = permissions.map(formatPermission).join(". ");
  const state = findTrustState(localConfig);
  if (state === "trusted") return { state: "ok", text: `${path} is trusted. ${permissionList}` };
  const problem = state === "changed" ? describeChange(localConfig) : "is not approved";
  if (isGranted) return { state: "info", text: `${path} ${problem}. ${permissionList}` };
  const advice = explainTrust().join(" ");
  return {
    state: "problem",
    text: `${path} ${problem}, so it was not checked. ${permissionList}. ${advice}`,
  };
}

/** Bun and Deno also report the Node version that they emulate. */
function describeRuntime(): string {
  const { node, bun, deno } = process.versions;
  const platform = `${process.platform} ${process.arch}`;
  if (bun !== undefined) return `Bun ${bun} in place of Node ${node}, ${platform}`;
  if (deno !== undefined) return `Deno ${deno} in place of Node ${node}, ${platform}`;
  const origin = isOnBundledNode() ? "; it is the clone's, because yours is too old" : "";
  return `Node ${node}, ${platform}${origin}`;
}

/** Runs an empty program under the same isolation as a check, to find what the machine allows. */
async function checkIsolation(): Promise<DoctorFinding> {
  try {
    const open = await describeIsolation();
    return open.length === 0
      ? {
          state: "ok",
          text:
            "programs that check answers are isolated: no network, no Unix sockets, files read-only, their own /dev, " +
            "/run and /tmp, memory limited",
        }
      : {
          state: "warning",
          text: `a program that checks answers (verify) is not fully isolated here: ${open.join(", ")}`,
        };
  } catch (error) {
    return {
      state: "warning",
      text: `verify can't be used here: ${readMessage(error).replace(/^verify: /, "")}`,
    };
  }
}

async function checkJournal(location: string): Promise<DoctorFinding> {
  if (!isPostgresUrl(location) && !existsSync(location)) return checkNewJournal(location);
  try {
    const journal = await openJournal(location);
    await journal.close();
    if (!isPostgresUrl(location)) accessSync(location, constants.W_OK);
    return { state: "ok", text: `journal ${formatLocation(location)}` };
  } catch (error) {
    return { state: "problem", text: readMessage(error) };
  }
}

/**
 * Tries to create something in the nearest existing folder. Permissions alone don't tell: it may be a file, or
 * read-only.
 */
function checkNewJournal(path: string): DoctorFinding {
  let folder = dirname(resolve(path));
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    rmdirSync(mkdtempSync(join(folder, ".rostrum-")));
    return { state: "ok", text: `journal ${path} (will be created with the first run)` };
  } catch (error) {
    const reason = describeFileError(error, folder);
    return { state: "problem", text: `the journal ${path} can't be created: ${reason}` };
  }
}

function checkEnvFile({ keyed }: AvailableModels): DoctorFinding[] {
  const path = resolve(ENV_FILE);
  if (!existsSync(path)) return [];
  if (isCi() && getEnvFileOutcome().loaded.length === 0)
    return [{ state: "info", text: `${path}: in CI it is read with --trust only` }];
  const { loaded, refused: allRefused } = getEnvFileOutcome();
  // A provider whose key is set reports its own address.
  const refused = allRefused.filter(
    (name) =>
      !keyed.some(({ listing }) => "problem" in listing && listing.problem.startsWith(name)),
  );
  const names = loaded.join(", ");
  const summary = names === "" ? "sets no key that isn't already set" : `sets ${names}`;
  const refusal = `is not trusted to set ${refused.join(", ")}: if it is yours, run "rostrum trust"`;
  return [
    { state: "info", text: `${path}: ${summary}` },
    ...(refused.length === 0 ? [] : [{ state: "warning" as const, text: `${path} ${refusal}` }]),
  ];
}

/** Reports coding agents that can be panel members, with their user's subscriptions. */
export function checkPrograms({ usable, loggedOut }: AllowedPrograms): DoctorFinding[] {
  return listInstalledPrograms().map((program): DoctorFinding => {
    const { name, subscription } = program;
    const isIn = (list: typeof usable): boolean => list.some((each) => each.name === name);
    const withdrawal = `to take that back: rostrum setup --disallow ${name}`;
    if (isIn(usable))
      return { state: "ok", text: `${name} may be asked, with ${subscription}; ${withdrawal}` };
    if (isIn(loggedOut))
      return {
        state: "problem",
        text: `${describeLogin(program)}, or rostrum setup --disallow ${name}`,
      };
    return {
      state: "info",
      text: `${name} is installed (${subscription}): rostrum setup --allow ${name} lets rostrum ask it, read-only`,
    };
  });
}

/** Reports the proxy that calls to providers go through. */
function checkProxy(): DoctorFinding[] {
  try {
    const proxy = findProxy(new URL("https://provider.example"));
    return proxy === null
      ? []
      : [{ state: "info", text: `providers are reached through the proxy ${proxy}` }];
  } catch (error) {
    return [{ state: "problem", text: readMessage(error) }];
  }
}

export interface KeyChecks {
  /** List every model, and the keys that could be set. */
  listsAll?: boolean;
  /** Providers of the config's models. Absent: there is no config, so any provider will do. */
  needed?: ReadonlySet<string>;
}

export function checkKeys(
  available: AvailableModels,
  { listsAll = false, needed }: KeyChecks = {},
): DoctorFinding[] {
  const { keyed } = available;
  const keyFindings = keyed.map((provider): DoctorFinding => {
    const { name, listing } = provider;
    const title = locateProvider(provider);
    if ("problem" in listing) {
      const { problem, isUnusable, isSetting } = listing;
      if (!isUnusable && !isSetting)
        return { state: "warning", text: `${title}: the key is set, but ${problem}` };
      const isNeeded = needed?.has(name) ?? isUnreachable(available);
      return { state: isNeeded ? "problem" : "warning", text: `${title}: ${problem}` };
    }
    const text = `${title}: key is set, ${describeOffer(listing.models)}`;
    const models = formatModelIds(name, listing.models, listsAll);
    if (models === "") return { state: "ok", text };
    const [newestChosen = ""] = chooseModels(listing.models);
    const { unpriced, unusual } = listPassedOver(listing.models, newestChosen);
    const details: Record<string, string> = { models };
    if (unpriced.length > 0)
      details["newer, but chosen last, because their price is unknown"] = unpriced.join(", ");
    if (unusual.length > 0)
      details["newer, but chosen late, because much cheaper or dearer than the others"] =
        unusual.join(", ");
    return { state: "ok", text, details };
  });
  const misnamed = listMisnamedKeys().map((text): DoctorFinding => ({ state: "warning", text }));
  return [...keyFindings, ...misnamed, ...(listsAll ? listUnsetKeys(keyed) : [])];
}

/** Names the variables of keys that could be set. */
function listUnsetKeys(keyed: AvailableModels["keyed"]): DoctorFinding[] {
  const names = Object.entries(providers)
    .filter(([name, { keys }]) => keys.length > 0 && !keyed.some((each) => each.name === name))
    .map(([, { keys }]) => keys.join(" or "));
  return names.length === 0
    ? []
    : [{ state: "info", text: `keys that are not set: ${names.join(", ")}` }];
}

/** "13 models, 7 of which can be members". */
function describeOffer(listed: readonly ListedModel[]): string {
  const chatCount = listed.filter(({ isForChat }) => isForChat).length;
  const offered = formatCount(listed.length, "model");
  return chatCount === listed.length ? offered : `${offered}, ${chatCount} of which can be members`;
}

/** A longer list hides the other findings. */
const MAX_LISTED_MODELS = 12;

/** Ids of the models that can debate, newest first. */
function formatModelIds(
  provider: string,
  listed: readonly ListedModel[],
  listsAll: boolean,
): string {
  const ids = listed
    .filter(({ isForChat }) => isForChat)
    .toSorted((a, b) => b.created - a.created)
    .map(({ id }) => `${provider}/${id}`);
  const shownIds = listsAll ? ids : ids.slice(0, MAX_LISTED_MODELS);
  const hiddenCount = ids.length - shownIds.length;
  const rest = hiddenCount === 0 ? "" : `, and ${hiddenCount} more: rostrum doctor --models`;
  return shownIds.join(", ") + rest;
}

/** Reports who is asked without a config, or why nobody can be. */
export function checkFoundPanel(
  models: AvailableModels,
  programs: AllowedPrograms,
): DoctorFinding[] {
  const best = findBestPanel(models, programs);
  if (best !== null)
    return [
      {
        state: "ok",
        text: `without a config, ${formatMembers(best)} are asked`,
        ...howChosen(models),
      },
    ];
  const { reason, ways } = explainNoPanel(models, programs.loggedOut);
  const details = Object.fromEntries(ways.map((way, index) => [String(index + 1), way]));
  return [{ state: "problem", text: reason, details }];
}

/** The rule by which models of a provider's list are chosen. */
function howChosen({ keyed }: AvailableModels): Pick<DoctorFinding, "details"> {
  if (!keyed.some(({ listing }) => "models" in listing && listing.models.length > 0)) return {};
  const chosen =
    "models with a known price first; of those, the newest generation before older ones; in each, the price closest to the provider's median first";
  return { details: { chosen } };
}

export function checkServers({ servers }: AvailableModels): DoctorFinding[] {
  if (servers.length === 0)
    return [{ state: "info", text: "no local server on the default ports" }];
  return servers.map(({ name, url, models }) => ({
    state: models.length > 0 ? "ok" : "warning",
    text: `${name} at ${url}: ${models.length > 0 ? models.join(", ") : "it has no models"}`,
  }));
}

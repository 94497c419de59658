import { accessSync, constants, existsSync, mkdtempSync, rmdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { defaultJournalPath } from "../../journal/index.ts";
import { listInstalledPrograms } from "../../models/command/known-programs.ts";
import { providers } from "../../models/registry/index.ts";
import { readMessage } from "../../thrown.ts";
import type { AvailableModels } from "../discovery/available-models.ts";
import { ENV_FILE, listEnvFileVariables } from "../env-file.ts";
import { packageVersion } from "../../package-version.ts";
import { isJournalFile, openJournal, formatPlace } from "../run/journal.ts";
import { describeFileError } from "../user-error.ts";

/** One thing that was checked. */
export interface Finding {
  /** `info` is neither good nor bad. */
  state: "ok" | "info" | "warning" | "problem";
  text: string;
}

/** Checks the versions, the journal, keys and servers. Says whether a key is set, and never shows the key. */
export async function checkMachine(
  around: AvailableModels,
  journal: string | undefined,
): Promise<Finding[]> {
  return [
    { state: "ok", text: `rostrum ${packageVersion()}` },
    { state: "ok", text: describeRuntime() },
    await checkJournal(journal ?? defaultJournalPath()),
    ...checkEnvFile(),
    ...checkKeys(around),
    ...checkServers(around),
    // They can be debaters with whatever subscription they are logged in to.
    ...listInstalledPrograms().map(({ name, id }): Finding => ({
      state: "ok",
      text: `${name} is installed: ask it as "${id}"`,
    })),
  ];
}

/** Bun and Deno name the Node that they stand in for, too. */
function describeRuntime(): string {
  const { node, bun, deno } = process.versions;
  const here = `${process.platform} ${process.arch}`;
  if (bun !== undefined) return `Bun ${bun} in place of Node ${node}, ${here}`;
  if (deno !== undefined) return `Deno ${deno} in place of Node ${node}, ${here}`;
  return `Node ${node}, ${here}`;
}

async function checkJournal(place: string): Promise<Finding> {
  if (isJournalFile(place) && !existsSync(place)) return checkNewJournal(place);
  try {
    const journal = await openJournal(place);
    await journal.close();
    if (isJournalFile(place)) accessSync(place, constants.W_OK);
    return { state: "ok", text: `journal ${formatPlace(place)}` };
  } catch (error) {
    return { state: "problem", text: readMessage(error) };
  }
}

/** Something must be able to be made in the nearest existing folder, whatever its permissions say: it may be a file. */
function checkNewJournal(path: string): Finding {
  let folder = dirname(resolve(path));
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    rmdirSync(mkdtempSync(join(folder, ".rostrum-")));
    return { state: "ok", text: `journal ${path} (will be created with the first run)` };
  } catch (error) {
    const why = describeFileError(error, folder);
    return { state: "problem", text: `the journal ${path} can't be created: ${why}` };
  }
}

function checkEnvFile(): Finding[] {
  const path = resolve(ENV_FILE);
  if (!existsSync(path)) return [];
  const names = listEnvFileVariables().join(", ");
  const words = names === "" ? "sets nothing that isn't already set" : `sets ${names}`;
  return [{ state: "info", text: `${path}: ${words}` }];
}

function checkKeys({ keyed }: AvailableModels): Finding[] {
  const found = keyed.map(({ name, title, listing }): Finding => {
    if ("models" in listing)
      return { state: "ok", text: `${title}: key is set, ${listing.models.length} models offered` };
    const [key] = providers[name]?.keys ?? [];
    return { state: "warning", text: `${title}: ${key} is set, but ${listing.problem}` };
  });
  const names = Object.entries(providers)
    .filter(([name]) => !keyed.some((each) => each.name === name))
    .flatMap(([, { keys }]) => keys.slice(0, 1));
  if (names.length === 0) return found;
  return [...found, { state: "info", text: `keys that are not set: ${names.join(", ")}` }];
}

function checkServers({ servers }: AvailableModels): Finding[] {
  if (servers.length === 0)
    return [{ state: "info", text: "no local server on the default ports" }];
  return servers.map(({ name, url, models }) => ({
    state: models.length > 0 ? "ok" : "warning",
    text: `${name} at ${url}: ${models.length > 0 ? models.join(", ") : "it has no models"}`,
  }));
}

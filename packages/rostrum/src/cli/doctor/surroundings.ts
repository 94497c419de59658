import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { defaultJournalPath } from "../../journal/index.ts";
import { installedPrograms } from "../../models/command/known-programs.ts";
import { keyFor, providers } from "../../models/registry/index.ts";
import type { Surroundings } from "../discovery/surroundings.ts";
import { ENV_FILE, takenFromEnvFile } from "../env-file.ts";
import { packageVersion } from "../../package-version.ts";
import { isFile, openJournal, shownPlace } from "../run/journal.ts";
import { fileTrouble } from "../user-error.ts";
import { oneLine } from "../../export/index.ts";
import type { Style } from "../terminal/style.ts";

/** One thing that was checked. */
export interface Finding {
  /** `info` is neither good nor bad. */
  state: "ok" | "info" | "warning" | "problem";
  text: string;
}

const MARKS: Record<Finding["state"], string> = { ok: "✓", info: "·", warning: "!", problem: "✗" };

export function findingLine({ state, text }: Finding, style: Style): string {
  const paint = { ok: style.green, info: style.dim, warning: style.yellow, problem: style.red }[
    state
  ];
  return `${paint(MARKS[state])} ${oneLine(text)}`;
}

/** The versions, the journal, keys and servers. Says whether a key is set, and never shows the key. */
export async function surroundingFindings(
  around: Surroundings,
  journal: string | undefined,
): Promise<Finding[]> {
  return [
    { state: "ok", text: `rostrum ${packageVersion()}` },
    { state: "ok", text: runtime() },
    await journalFinding(journal ?? defaultJournalPath()),
    ...envFileFindings(),
    ...keyFindings(around),
    ...serverFindings(around),
    ...programFindings(),
  ];
}

/** Bun and Deno name the Node that they stand in for, too. */
function runtime(): string {
  const { node, bun, deno } = process.versions;
  const here = `${process.platform} ${process.arch}`;
  if (bun !== undefined) return `Bun ${bun} in place of Node ${node}, ${here}`;
  if (deno !== undefined) return `Deno ${deno} in place of Node ${node}, ${here}`;
  return `Node ${node}, ${here}`;
}

async function journalFinding(place: string): Promise<Finding> {
  if (isFile(place) && !existsSync(place)) return newJournal(place);
  try {
    const journal = await openJournal(place);
    await journal.close();
    if (isFile(place)) accessSync(place, constants.W_OK);
    return { state: "ok", text: `journal ${shownPlace(place)}` };
  } catch (error) {
    return { state: "problem", text: error instanceof Error ? error.message : String(error) };
  }
}

/** Something must be able to be made in the nearest existing folder, whatever its permissions say: it may be a file. */
function newJournal(path: string): Finding {
  let folder = dirname(resolve(path));
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    rmdirSync(mkdtempSync(join(folder, ".rostrum-")));
    return { state: "ok", text: `journal ${path} (will be created with the first run)` };
  } catch (error) {
    return {
      state: "problem",
      text: `the journal ${path} can't be created: ${whyNothingIn(folder, error)}`,
    };
  }
}

function whyNothingIn(folder: string, error: unknown): string {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) return `${folder} is not a folder`;
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOENT" ? `${folder} takes no files` : fileTrouble(error, folder);
}

function envFileFindings(): Finding[] {
  const path = resolve(ENV_FILE);
  if (!existsSync(path)) return [];
  const names = takenFromEnvFile();
  return [
    {
      state: "info",
      text: `${path}: ${names.length > 0 ? `sets ${names.join(", ")}` : "sets nothing that isn't already set"}`,
    },
  ];
}

function keyFindings({ keyed }: Surroundings): Finding[] {
  const withKeys = Object.entries(providers).filter(([, { keys }]) => keys.length > 0);
  const isSet = (name: string): boolean => keyFor({ provider: name, model: "" }) !== undefined;
  const unset = withKeys
    .filter(([name]) => !isSet(name))
    .flatMap(([, { keys }]) => keys.slice(0, 1));
  const found = withKeys.flatMap(([name, { title, keys }]): Finding[] => {
    const [usual = ""] = keys;
    if (!isSet(name)) return [];
    const listing = keyed.find((each) => each.name === name)?.listing;
    if (listing !== undefined && "problem" in listing) {
      return [{ state: "warning", text: `${title}: ${usual} is set, but ${listing.problem}` }];
    }
    return [
      { state: "ok", text: `${title}: key is set, ${listing?.models.length ?? 0} models offered` },
    ];
  });
  if (unset.length === 0) return found;
  return [...found, { state: "info", text: `keys that are not set: ${unset.join(", ")}` }];
}

function serverFindings({ servers }: Surroundings): Finding[] {
  if (servers.length === 0)
    return [{ state: "info", text: "no local server on the default ports" }];
  return servers.map(({ name, url, models }) => ({
    state: models.length > 0 ? "ok" : "warning",
    text: `${name} at ${url}: ${models.length > 0 ? models.join(", ") : "it has no models"}`,
  }));
}

/** Programs that can be debaters with whatever subscription they are logged in to. */
function programFindings(): Finding[] {
  return installedPrograms().map(({ name, id }) => ({
    state: "ok",
    text: `${name} is installed: ask it as "${id}"`,
  }));
}

import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { defaultJournalPath } from "../../journal/index.ts";
import { keyFor, providers } from "../../models/registry/index.ts";
import type { Surroundings } from "../discovery/surroundings.ts";
import { openJournal } from "../run/journal.ts";
import type { Finding } from "./finding.ts";

/** Node, the journal, keys and servers. A key's presence is told, never the key. */
export async function surroundingFindings(
  around: Surroundings,
  journal: string | undefined,
): Promise<Finding[]> {
  return [
    { state: "ok", text: `Node ${process.versions.node}` },
    await journalFinding(journal ?? defaultJournalPath()),
    ...keyFindings(around),
    ...serverFindings(around),
  ];
}

async function journalFinding(path: string): Promise<Finding> {
  if (!existsSync(path)) return newJournal(path);
  try {
    const journal = await openJournal(path);
    await journal.close();
    accessSync(path, constants.W_OK);
    return { state: "ok", text: `journal ${path}` };
  } catch (error) {
    return { state: "problem", text: error instanceof Error ? error.message : String(error) };
  }
}

/** The folder that is there must let us make what is missing. */
function newJournal(path: string): Finding {
  let folder = dirname(path);
  while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return { state: "ok", text: `journal ${path} (made with the first run)` };
  } catch {
    return {
      state: "problem",
      text: `the journal ${path} can't be made: ${folder} is not writable`,
    };
  }
}

function keyFindings({ keyed }: Surroundings): Finding[] {
  return Object.entries(providers).flatMap(([name, { title, keys }]): Finding[] => {
    if (keys.length === 0) return [];
    const [usual = ""] = keys;
    if (keyFor({ provider: name, model: "" }) === undefined) {
      return [{ state: "info", text: `${title}: ${keys.join(" or ")} is not set` }];
    }
    const listing = keyed.find((each) => each.name === name)?.listing;
    if (listing !== undefined && "problem" in listing) {
      return [{ state: "warning", text: `${title}: ${usual} is set, but ${listing.problem}` }];
    }
    return [
      { state: "ok", text: `${title}: key is set, ${listing?.models.length ?? 0} models offered` },
    ];
  });
}

function serverFindings({ servers }: Surroundings): Finding[] {
  if (servers.length === 0) return [{ state: "info", text: "no local server on the usual ports" }];
  return servers.map(({ name, url, models }) => ({
    state: models.length > 0 ? "ok" : "warning",
    text: `${name} at ${url}: ${models.length > 0 ? models.join(", ") : "it has no models"}`,
  }));
}

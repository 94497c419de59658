import { resolve } from "node:path";
import type { PanelConfig } from "@rostrum/server";
import { localHost, serveMcpStdio } from "@rostrum/server/mcp";
import { isPostgresUrl } from "@rostrum/server/postgres-url";
import { toOneLine } from "@rostrum/core/support";
import { choosePanel, EMBEDDED_PANEL } from "../config/choose-panel.ts";
import type { ConfigFlags } from "../config/load.ts";
import { findAvailableModels } from "../discovery/available-models.ts";
import { listProblems, listWaysToAModel, NO_MODELS } from "../discovery/find-panel.ts";
import { checkAllowedPrograms, describeLogin } from "../discovery/program-consent.ts";
import { suggestPanels, suggestProgramPanel } from "../discovery/suggest-panels.ts";
import { getStartCommand } from "../installing/launcher.ts";
import { withJournal } from "../run/journal.ts";
import type { Output } from "../terminal/output.ts";
import { TrustError } from "../trust/require-trust.ts";
import { releaseClient } from "./run-detached.ts";
import { findPanelsToServe, type ServedPanels } from "./settings.ts";

export interface McpFlags extends ConfigFlags {
  journal?: string;
}

/** How long debates may run after their client has left. */
const MAX_LEFTOVER_MS = 3_600_000;

/** Runs until the client leaves. Standard output belongs to the protocol, so messages go to stderr. */
export async function serveMcp(flags: McpFlags, output: Output): Promise<void> {
  const { panels, discovered, notice } = await findPanels(flags);
  if (notice !== undefined) output.say(toOneLine(notice));
  await withJournal(flags.journal, async (journal) => {
    const host = localHost({
      ...{ panels, discovered, journal, notice },
      folder: process.cwd(),
      showCommand: findShowCommand(flags.journal),
    });
    await serveMcpStdio(host, (error) => output.say(toOneLine(error.message)), output.io);
    releaseClient();
    // Let running debates finish: the client may reconnect for their results. If this process is killed, the next one
    // continues them.
    const timer = setTimeout(() => void host.close(), MAX_LEFTOVER_MS);
    await host.idle();
    clearTimeout(timer);
  });
}

/** The command that prints a debate. Undefined for a database, whose address may have a password. */
function findShowCommand(journal: string | undefined): ((id: string) => string) | undefined {
  if (journal !== undefined && isPostgresUrl(journal)) return undefined;
  const flag = journal === undefined ? "" : ` --journal ${resolve(journal)}`;
  return (id) => `${getStartCommand()} show ${id}${flag}`;
}

interface FoundPanels {
  /** The default panel comes first. */
  panels: ServedPanels["panels"];
  /** Names of those that rostrum chose. */
  discovered: readonly string[];
  notice?: string;
}

/**
 * Panels of the config; without one, panels suggested from the keys and servers found here. Agents start this command
 * in any folder, so an untrusted config there doesn't fail the start: the agent gets a notice instead.
 */
async function findPanels(flags: McpFlags): Promise<FoundPanels> {
  try {
    const { panels, defaultPanel, file } = await findPanelsToServe(flags);
    const { [defaultPanel]: first, ...otherPanels } = panels;
    if (file === null || !first) {
      const { panels: suggested, ...reasons } = await suggestPanelsHere();
      return { panels: { ...suggested, ...panels }, ...reasons };
    }
    return { panels: { [defaultPanel]: first, ...otherPanels }, discovered: [] };
  } catch (error) {
    if (!(error instanceof TrustError)) throw error;
    const reasons = [`Some panels are missing: ${error.message}`, ...error.hints];
    return { ...(await suggestPanelsHere()), notice: writeNotice(reasons) };
  }
}

/** Suggests panels where there is no config, best first. Coding agents are members only if their user allowed it. */
async function suggestPanelsHere(): Promise<FoundPanels> {
  const models = await findAvailableModels();
  const modelPanels = suggestPanels(models);
  const { usable, loggedOut } =
    modelPanels.length > 0 ? { usable: [], loggedOut: [] } : await checkAllowedPrograms();
  const suggested = [...modelPanels, ...suggestProgramPanel(usable)];
  const panels = Object.fromEntries(suggested.map(({ name, config }) => [name, config]));
  if (suggested.length > 0) {
    const reasons = [...listProblems(models), ...loggedOut.map(describeLogin)];
    const notice = reasons.length === 0 ? {} : { notice: writeNotice(reasons) };
    return { panels, discovered: Object.keys(panels), ...notice };
  }
  // A server needs at least one panel. The embedded one only does arithmetic; the notice says how to get another.
  const embedded = choosePanel(EMBEDDED_PANEL, null)?.config as PanelConfig;
  const reasons =
    models.keyed.length === 0 ? [NO_MODELS, ...listWaysToAModel(loggedOut)] : listProblems(models);
  return {
    panels: { [EMBEDDED_PANEL]: embedded },
    discovered: [],
    notice: `${writeNotice(reasons)} Until then, only arithmetic can be asked.`,
  };
}

/** Joins lines to sentences, and says what applies to a coding agent that reads them. */
function writeNotice(lines: readonly string[]): string {
  const text = lines.map((line) => (/[.!?…]$/.test(line) ? line : `${line}.`)).join(" ");
  const commands = /\brostrum (?:setup|trust)\b/.test(text)
    ? [`Ask the user before you run rostrum, which is ${getStartCommand()} here.`]
    : [];
  return [text, ...commands, "Then start this MCP server again."].join(" ");
}

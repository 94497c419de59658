import type { Command } from "commander";
import { omitUndefined, readMessage, stringifyVisible, toOneLine } from "@rostrum/core/support";
import { findConfig, type ConfigFile, type ConfigFlags } from "../config/load.ts";
import { checkSettings } from "../config/server-settings.ts";
import { findAvailableModels } from "../discovery/available-models.ts";
import { checkFoundPanel, checkMachine, checkTrust, type DoctorFinding } from "../doctor/checks.ts";
import { checkModel, checkPanel } from "../doctor/check-panel.ts";
import { callModel } from "../doctor/call-model.ts";
import { formatFinding } from "../doctor/format-finding.ts";
import { hideSecrets } from "../doctor/hide-secrets.ts";
import { EXIT } from "../exit-code.ts";
import { getTerminalColumns } from "../terminal/width.ts";
import { TrustError } from "../trust/require-trust.ts";
import { findBestPanel } from "../discovery/find-panel.ts";
import { checkAllowedPrograms } from "../discovery/program-consent.ts";
import { withExistingJournal } from "../run/journal.ts";
import { newCommand, type Context } from "./new-command.ts";
import { JOURNAL_FLAG } from "../options/journal-flag.ts";

interface Flags extends ConfigFlags {
  live?: boolean;
  models?: boolean;
  journal?: string;
  json?: boolean;
}

export function command(context: Context): Command {
  return newCommand("doctor", context)
    .description("Check Node, the journal, keys, servers, and the config's models and prices.")
    .option(
      "--live",
      "also make one small call to each model that would be asked, and report what works; costs at most 300 tokens of output per model",
    )
    .option("--models", "list every model that your keys can ask, not only the newest")
    .option("--config <file>", "config file to check (default: the one in this folder)")
    .option(...JOURNAL_FLAG)
    .option("--json", "the findings as JSON")
    .action(async (flags: Flags) => {
      const findings = hideSecrets(await examine(flags, context.output.say));
      const { print, stdoutStyle } = context.output;
      if (flags.json) print(`${stringifyVisible(findings, 2)}\n`);
      else {
        const columns = getTerminalColumns(context.output.io.stdout);
        for (const finding of findings) print(`${formatFinding(finding, stdoutStyle, columns)}\n`);
      }
      if (findings.some(({ state }) => state === "problem")) context.exit(EXIT.error);
    });
}

/** Checks the settings of `rostrum serve` as that command does. */
function checkServer({ server, path }: ConfigFile): DoctorFinding[] {
  if (server === undefined) return [];
  try {
    checkSettings(server, path);
    return [{ state: "ok", text: `server settings: ${Object.keys(server).join(", ")}` }];
  } catch (error) {
    return [{ state: "problem", text: readMessage(error) }];
  }
}

async function examine(
  { live, models: listsAll = false, ...flags }: Flags,
  say: (line: string) => void,
): Promise<DoctorFinding[]> {
  const [available, programs] = await Promise.all([findAvailableModels(), checkAllowedPrograms()]);
  const isGranted = flags.trust === true || flags.config !== undefined;
  const checkAll = async (needed?: ReadonlySet<string>): Promise<DoctorFinding[]> => {
    const keys = { listsAll, ...omitUndefined({ needed }) };
    return [
      ...(await checkMachine(available, programs, flags.journal, keys)),
      ...(await checkTrust(isGranted)),
    ];
  };
  const callAll = async (ids: readonly string[]): Promise<DoctorFinding[]> => {
    if (!live || ids.length === 0) return [];
    say(
      `calling ${ids.map((id) => toOneLine(id)).join(", ")}, once each, with at most 300 tokens of output`,
    );
    return Promise.all(ids.map((id) => callModel(id)));
  };
  let file: ConfigFile | null;
  try {
    file = await findConfig(flags);
  } catch (error) {
    // Nobody knows which providers it needs.
    const findings = await checkAll(new Set());
    // checkTrust has reported it already.
    if (error instanceof TrustError) return findings;
    return [...findings, { state: "problem", text: readMessage(error) }];
  }
  if (file === null) {
    const members = findBestPanel(available, programs)?.config.debaters ?? [];
    return [
      ...(await checkAll()),
      { state: "info", text: "no config here: rostrum init writes one" },
      ...checkFoundPanel(available, programs),
      ...(await callAll([...new Set(members.map(({ model }) => model))])),
    ];
  }
  const { panels: configs } = file;
  // checkMachine reports a journal that can't be opened.
  const panels = await withExistingJournal(flags.journal, (journal) =>
    Promise.all(Object.entries(configs).map(([name, config]) => checkPanel(name, config, journal))),
  );
  const models = [...new Set(panels.flatMap((panel) => panel.models))];
  const unpriced = new Set(panels.flatMap((panel) => panel.unpriced));
  return [
    ...(await checkAll(new Set(models.map(readProvider)))),
    { state: "ok", text: `config ${file.path}` },
    ...checkServer(file),
    ...panels.flatMap((panel) => panel.findings),
    ...(await Promise.all(models.map((id) => checkModel(id, available, !unpriced.has(id))))),
    ...(await callAll(models)),
  ];
}

/** "openai" of "openai/gpt-5". */
function readProvider(id: string): string {
  return id.split("/", 1)[0] ?? "";
}

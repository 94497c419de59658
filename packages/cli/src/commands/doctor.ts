import type { Command } from "commander";
import { readMessage, stringifyVisible } from "@rostrum/core/support";
import { findConfig, type ConfigFile, type ConfigFlags } from "../config/load.ts";
import { findAvailableModels } from "../discovery/available-models.ts";
import {
  checkModel,
  checkPanel,
  checkMachine,
  checkTrust,
  type DoctorFinding,
} from "../doctor/checks.ts";
import { callModel } from "../doctor/call-model.ts";
import { formatFinding } from "../doctor/format-finding.ts";
import { hideSecrets } from "../doctor/hide-secrets.ts";
import { EXIT } from "../exit-code.ts";
import { TrustError } from "../trust/require-trust.ts";
import { checkFoundPanel } from "./setup.ts";
import { newCommand, type Context } from "./new-command.ts";
import { JOURNAL_FLAG } from "../options/journal-flag.ts";

interface Flags extends ConfigFlags {
  live?: boolean;
  journal?: string;
  json?: boolean;
}

export function command(context: Context): Command {
  return newCommand("doctor", context)
    .description("Check Node, the journal, keys, servers, and the config's models and prices.")
    .option(
      "--live",
      "also make one small call to each model of the config, and report what works; this may cost a little",
    )
    .option("--config <file>", "config file to check (default: the one in this folder)")
    .option(...JOURNAL_FLAG)
    .option("--json", "the findings as JSON")
    .action(async (flags: Flags) => {
      const findings = hideSecrets(await examine(flags));
      const { print, stdoutStyle } = context.output;
      if (flags.json) print(`${stringifyVisible(findings, 2)}\n`);
      else for (const finding of findings) print(`${formatFinding(finding, stdoutStyle)}\n`);
      if (findings.some(({ state }) => state === "problem")) context.exit(EXIT.error);
    });
}

async function examine({ live, journal, ...flags }: Flags): Promise<DoctorFinding[]> {
  const available = await findAvailableModels();
  const isGranted = flags.trust === true || flags.config !== undefined;
  const findings = [...(await checkMachine(available, journal)), ...(await checkTrust(isGranted))];
  let file: ConfigFile | null;
  try {
    file = await findConfig(flags);
  } catch (error) {
    // checkTrust has reported it already.
    if (error instanceof TrustError) return findings;
    return [...findings, { state: "problem", text: readMessage(error) }];
  }
  if (file === null)
    return [
      ...findings,
      { state: "info", text: "no config here: rostrum init writes one" },
      // Nothing is wrong with the machine, so this is no problem that the exit code reports.
      ...checkFoundPanel(available).map((found): DoctorFinding =>
        found.state === "problem" ? { ...found, state: "warning" } : found,
      ),
    ];
  const panels = await Promise.all(
    Object.entries(file.panels).map(([name, panel]) => checkPanel(name, panel)),
  );
  const models = [...new Set(panels.flatMap((panel) => panel.models))];
  const unpriced = new Set(panels.flatMap((panel) => panel.unpriced));
  return [
    ...findings,
    { state: "ok", text: `config ${file.path}` },
    ...panels.flatMap((panel) => panel.findings),
    ...(await Promise.all(models.map((id) => checkModel(id, available, !unpriced.has(id))))),
    ...(live ? await Promise.all(models.map((id) => callModel(id))) : []),
  ];
}

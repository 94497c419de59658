import type { Command } from "commander";
import { stringifyVisible, toOneLine } from "@rostrum/core/support";
import { findAvailableModels } from "../discovery/available-models.ts";
import { findBestPanel } from "../discovery/find-panel.ts";
import {
  askConsent,
  checkAllowedPrograms,
  listAllowedPrograms,
  listProgramsToOffer,
  rememberConsent,
  withdrawConsent,
} from "../discovery/program-consent.ts";
import {
  checkFoundPanel,
  checkKeys,
  checkPrograms,
  checkServers,
  type DoctorFinding,
} from "../doctor/checks.ts";
import { formatFinding } from "../doctor/format-finding.ts";
import { hideSecrets } from "../doctor/hide-secrets.ts";
import { EXIT } from "../exit-code.ts";
import { planInstall } from "../installing/install.ts";
import { listInstalls } from "../installing/install-record.ts";
import { planLauncher } from "../installing/launcher.ts";
import { AGENT_PROGRAMS } from "../installing/programs.ts";
import { tryLauncher } from "../installing/try-launcher.ts";
import type { Output } from "../terminal/output.ts";
import { isInteractive } from "../terminal/prompt.ts";
import { UserError } from "../user-error.ts";
import { describeDuplicate, describeLauncher, describeLaunch, writeLauncher } from "./install.ts";
import { newCommand, type Context } from "./new-command.ts";

interface Flags {
  allow?: string[];
  disallow?: string[];
  check?: boolean;
  json?: boolean;
}

export function command(context: Context): Command {
  return newCommand("setup", context)
    .description(
      "Get rostrum ready for coding agents and their plugins: finds keys, local servers and subscriptions, asks once whether it may use the subscriptions, and repairs what is missing. Calls no model.",
    )
    .option(
      "--allow <program...>",
      "let rostrum ask these coding agents, read-only, with your subscriptions",
    )
    .option("--disallow <program...>", "don't ask these coding agents any more")
    .option("--check", "say what is missing, and write nothing")
    .option("--json", "the findings as JSON")
    .action(async (flags: Flags) => {
      const findings = hideSecrets(await setUp(flags, context.output));
      const { print, stdoutStyle } = context.output;
      if (flags.json) print(`${stringifyVisible(findings, 2)}\n`);
      else for (const finding of findings) print(`${formatFinding(finding, stdoutStyle)}\n`);
      if (findings.some(({ state }) => state === "problem")) context.exit(EXIT.error);
      else if (!flags.json && !flags.check && !hasClient()) context.output.say(NEXT_STEP);
    });
}

const NEXT_STEP =
  "next: add the plugin (docs/editor.md), or run rostrum install, which lists the coding agents and editors that it knows";

/** True if a coding agent has our entry or plugin. */
function hasClient(): boolean {
  return (
    listInstalls().length > 0 ||
    Object.values(AGENT_PROGRAMS).some(({ plugin }) => plugin?.isEnabled() === true)
  );
}

async function setUp(
  { allow = [], disallow = [], check, json }: Flags,
  output: Output,
): Promise<DoctorFinding[]> {
  const offered = listProgramsToOffer();
  const unknown = allow.find((requested) => !offered.some(({ name }) => name === requested));
  if (unknown !== undefined)
    throw new UserError(`--allow: "${unknown}" was not found here.`, [
      offered.length === 0
        ? "No coding agent that rostrum can ask was found here; in CI, none is asked."
        : `Found here: ${offered.map(({ name }) => name).join(", ")}`,
    ]);
  const mayWrite = check !== true;
  if (mayWrite && disallow.length > 0) forgetPrograms(disallow, output);
  const models = await findAvailableModels();
  if (mayWrite && allow.length > 0) {
    const earlier = listAllowedPrograms().map(({ name }) => name);
    rememberConsent(offered.filter(({ name }) => [...earlier, ...allow].includes(name)));
  }
  const mayAsk = mayWrite && json !== true && isInteractive(output.io);
  const isAnswered = allow.length + disallow.length > 0;
  let programs = await checkAllowedPrograms();
  if (mayAsk && !isAnswered && offered.length > 0 && findBestPanel(models, programs) === null) {
    await askConsent(offered, output);
    programs = await checkAllowedPrograms();
  }
  return [
    await checkLauncher(mayWrite, output),
    ...(await checkEntries(mayWrite)),
    ...checkKeys(models),
    ...checkServers(models),
    ...checkPrograms(programs),
    ...checkFoundPanel(models, programs),
  ];
}

function forgetPrograms(names: readonly string[], { say }: Output): void {
  const withdrawn = withdrawConsent(names);
  for (const name of names)
    say(
      withdrawn.includes(name)
        ? `${name} is not asked any more`
        : `${toOneLine(name)} was not allowed, so there is nothing to take back`,
    );
}

/** Rewrites the launcher of coding agents if it is missing or starts another rostrum, and tries it. */
async function checkLauncher(mayWrite: boolean, output: Output): Promise<DoctorFinding> {
  const launcher = planLauncher();
  const { isCurrent, file } = launcher;
  if (!isCurrent && !mayWrite)
    return { state: "problem", text: `${file} does not start this rostrum: run rostrum setup` };
  if (!isCurrent) await writeLauncher(launcher, output);
  const problem = await tryLauncher();
  if (problem !== null)
    return { state: "problem", text: `${file} can't start rostrum: ${problem}` };
  const words = describeLauncher(launcher);
  return { state: "ok", text: isCurrent ? words : `from now on, ${words}` };
}

/** Repairs entries that `rostrum install` wrote, if they differ from what it would write now. */
async function checkEntries(mayWrite: boolean): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  for (const name of listInstalls()) {
    const program = AGENT_PROGRAMS[name];
    if (!program) continue;
    const change = planInstall(name, program, describeLaunch());
    const entryLocation = `${program.title}: ${change.file}`;
    if (change.before === change.after) findings.push({ state: "ok", text: entryLocation });
    else if (!mayWrite)
      findings.push({
        state: "problem",
        text: `${entryLocation} lacks the entry: run rostrum setup`,
      });
    else {
      await change.write();
      findings.push({ state: "ok", text: `${entryLocation}: entry repaired` });
    }
    const duplicate = describeDuplicate(name, program);
    if (duplicate !== null) findings.push({ state: "warning", text: duplicate });
  }
  return findings;
}

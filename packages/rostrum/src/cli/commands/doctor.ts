import type { Command } from "commander";
import { visibleJson } from "../../export/index.ts";
import { findConfig, loadConfig, type ConfigFile } from "../config/load.ts";
import { findingLine, type Finding } from "../doctor/surroundings.ts";
import { EXIT } from "../exit-code.ts";
import { newCommand, type Context } from "./new-command.ts";

interface Flags {
  probe?: boolean;
  config?: string;
  journal?: string;
  json?: boolean;
}

/** `rostrum doctor` */
export function command(context: Context): Command {
  const doctor = newCommand(
    "doctor",
    "Check Node, the journal, keys, servers, and the config's models and prices.",
    context,
  )
    .option(
      "--probe",
      "also make one tiny call to each model of the config; this may cost a little",
    )
    .option("--config <file>", "config to check instead of the one here")
    .option("--journal <place>", "file or postgres:// address for runs (~/.rostrum/rostrum.db)")
    .option("--json", "the findings as JSON");
  return doctor.action(async () => {
    const flags = doctor.opts<Flags>();
    const findings = await examine(flags);
    const { print, stdoutStyle } = context.output;
    print(
      flags.json
        ? `${visibleJson(findings, 2)}\n`
        : findings.map((each) => `${findingLine(each, stdoutStyle)}\n`).join(""),
    );
    if (findings.some(({ state }) => state === "problem")) context.exit(EXIT.error);
  });
}

async function examine({ probe: probing, config, journal }: Flags): Promise<Finding[]> {
  const [{ lookAround }, { surroundingFindings }, { modelFindings, probe }, { checkPanel }] =
    await Promise.all([
      import("../discovery/surroundings.ts"),
      import("../doctor/surroundings.ts"),
      import("../doctor/models.ts"),
      import("../doctor/models.ts"),
    ]);
  const around = await lookAround();
  const findings = await surroundingFindings(around, journal);
  const file = await configAt(config);
  if (file === null)
    return [...findings, { state: "info", text: "no config here: rostrum init writes one" }];
  if ("problem" in file) return [...findings, { state: "problem", text: file.problem }];
  const panels = Object.keys(file.panels).map((name) => checkPanel(name, file));
  const models = [...new Set(panels.flatMap((panel) => panel.models))];
  return [
    ...findings,
    { state: "ok", text: `config ${file.path}` },
    ...panels.flatMap((panel) => panel.findings),
    ...(await Promise.all(models.map((id) => modelFindings(id, around)))).flat(),
    ...(probing ? await Promise.all(models.map((id) => probe(id))) : []),
  ];
}

async function configAt(
  path: string | undefined,
): Promise<ConfigFile | { problem: string } | null> {
  try {
    const found = path ?? findConfig(process.cwd());
    return found === null ? null : await loadConfig(found);
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

import { EMBEDDED_PURPOSE } from "../embedded-purpose.ts";
import type { Command } from "commander";
import { counted, oneLine } from "../../export/index.ts";
import { newCommand } from "./new-command.ts";
import type { Context } from "./context.ts";

interface Flags {
  yaml?: boolean;
  json?: boolean;
  force?: boolean;
}

/** `rostrum init` */
export function command(context: Context): Command {
  const init = newCommand(
    "init",
    "Write a config with panels from the keys, local servers and known programs found here.",
    context,
  )
    .option("--yaml", "rostrum.config.yaml (this is the default)")
    .option("--json", "rostrum.config.json")
    .option("--force", "overwrite an existing config");
  return init.action(async () => {
    const { json, force } = init.opts<Flags>();
    const { say } = context.output;
    const [
      { lookAround },
      { programPanels, suggestPanels },
      { writeConfig },
      { installedPrograms },
    ] = await Promise.all([
      import("../discovery/surroundings.ts"),
      import("../discovery/suggest-panels.ts"),
      import("../init/write.ts"),
      import("../../models/command/known-programs.ts"),
    ]);
    const around = await lookAround();
    for (const { title, listing } of around.keyed) {
      const found = "models" in listing ? counted(listing.models.length, "model") : listing.problem;
      say(`${title}: key found, ${found}`);
    }
    for (const { name, url, models } of around.servers)
      say(`${name} at ${url}: ${counted(models.length, "model")}`);
    const programs = installedPrograms();
    for (const { name } of programs) say(`${name}: installed`);
    const found = [...suggestPanels(around), ...programPanels(programs)];
    const panels = found.length > 0 ? found : [EMBEDDED];
    if (found.length === 0)
      say(
        `found no key, no local server and no known program, so the config has only the embedded debaters: ${EMBEDDED_PURPOSE}`,
      );
    const written = await writeConfig(
      process.cwd(),
      json ? "json" : "yaml",
      panels,
      force === true,
    );
    say(`wrote ${written.join(" and ")}`);
    for (const { name, config } of panels)
      say(`  ${name}: ${(config["debaters"] as string[]).map((id) => oneLine(id)).join(", ")}`);
    if (found.length > 0) {
      say('next: rostrum doctor, then rostrum "question"');
      return;
    }
    const { waysToAModel } = await import("../discovery/ways-to-a-model.ts");
    say("for questions that are not sums:");
    for (const way of waysToAModel()) say(`  ${way}`);
    say("  then: rostrum init --force");
  });
}

const EMBEDDED = {
  name: "arithmetic",
  config: {
    purpose: "Sums and other arithmetic, to try rostrum without a key.",
    debaters: ["embedded*3"],
  },
  note: "three tiny networks inside the package; replace them with your own models",
};

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { COMMANDS } from "../../packages/rostrum/src/cli/commands/table.ts";
import { ROOT } from "../lib/root.ts";

const BIN = join(ROOT, "packages/rostrum/src/cli/bin.ts");

/** The text of docs/cli.md, with the help of every command as the command prints it. */
export function cliPage(): string {
  const page = readFileSync(join(ROOT, "docs/cli.md"), "utf8");
  return COMMANDS.reduce((text, { name }) => withHelp(text, name), page);
}

function withHelp(page: string, name: string): string {
  const help = new RegExp(
    `^Usage: rostrum ${name} [\\s\\S]*?(?=\\n+Usage: rostrum |\\n\`\`\`)`,
    "m",
  );
  return page.replace(help, () => helpOf(name));
}

function helpOf(name: string): string {
  const env = { ...process.env, NO_COLOR: "1" };
  return execFileSync(process.execPath, [BIN, name, "--help"], { env }).toString().trimEnd();
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { COMMANDS } from "../../packages/rostrum/src/cli/commands/table.ts";
import { processIo } from "../../packages/rostrum/src/cli/io.ts";
import { runCli } from "../../packages/rostrum/src/cli/run-cli.ts";
import { ROOT } from "../lib/root.ts";

/** The text of docs/cli.md, with the help of every command as the command prints it. */
export async function cliPage(): Promise<string> {
  let page = readFileSync(join(ROOT, "docs/cli.md"), "utf8");
  for (const { name } of COMMANDS) page = withHelp(page, name, await helpOf(name));
  return page;
}

function withHelp(page: string, name: string, text: string): string {
  const help = new RegExp(
    `^Usage: rostrum ${name} [\\s\\S]*?(?=\\n+Usage: rostrum |\\n\`\`\`)`,
    "m",
  );
  return page.replace(help, () => text);
}

/** All of it, where a command shows only its common flags at first. */
async function helpOf(name: string): Promise<string> {
  const help = await printed(name, "--help");
  return help.includes(" --help-all ") ? printed(name, "--help-all") : help;
}

async function printed(...argv: string[]): Promise<string> {
  let text = "";
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  await runCli(argv, { ...processIo(), stdout, stderr: stdout });
  return text.trimEnd();
}

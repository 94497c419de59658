import type { CommandModule } from "./new-command.ts";

export interface CommandEntry {
  name: string;
  summary: string;
  /** One file per command, loaded when it is called, so that help and version are fast. */
  load(): Promise<CommandModule>;
}

function entry(name: string, summary: string, load: CommandEntry["load"]): CommandEntry {
  return { name, summary, load };
}

export const COMMANDS: readonly CommandEntry[] = [
  entry("ask", 'ask a panel; the same as rostrum "question"', () => import("./ask.ts")),
  entry("demo", "watch a debate now: no key, no network", () => import("./demo.ts")),
  entry(
    "review",
    "let a panel review files: checked findings with lines, SARIF",
    () => import("./review.ts"),
  ),
  entry(
    "serve",
    "serve the panels over HTTP: page, REST, OpenAI's API, MCP",
    () => import("./serve.ts"),
  ),
  entry("mcp", "serve the panels to an MCP client over stdin and stdout", () => import("./mcp.ts")),
  entry("worker", "run debates for a Restate cluster", () => import("./worker.ts")),
  entry(
    "eval",
    "measure on your questions whether debate is worth its cost",
    () => import("./eval.ts"),
  ),
  entry("calibrate", "learn how far a panel can be trusted", () => import("./calibrate.ts")),
  entry(
    "certify",
    "write a guarantee about a panel's errors into its config",
    () => import("./certify.ts"),
  ),
  entry("tune", "set a panel up for what a wrong answer costs", () => import("./tune.ts")),
  entry(
    "panel",
    "show what each member adds, and whether a calibration still holds",
    () => import("./panel.ts"),
  ),
  entry("runs", "list past debates", () => import("./runs.ts")),
  entry("audit", "list who did what on a server", () => import("./audit.ts")),
  entry(
    "forget-user",
    "delete a user's debates and name from a server's journal",
    () => import("./forget-user.ts"),
  ),
  entry("show", "show a past debate", () => import("./show.ts")),
  entry(
    "export",
    "write a past debate as a file: Markdown, HTML or another format",
    () => import("./export.ts"),
  ),
  entry(
    "doctor",
    "check keys, servers, models, prices and the journal",
    () => import("./doctor.ts"),
  ),
  entry("init", "write a config with panels from what is found here", () => import("./init.ts")),
];

/** The first page of help, kept short. */
export function formatRootHelp(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const commands = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
  return `rostrum asks a panel of language models one question, lets them argue, and gives one answer.

  rostrum "question"             ask the panel of rostrum.config.yaml or .json
  rostrum demo                   see a debate now, without a key or a network
  rostrum --panel embedded "What is 12+15*21?"
  rostrum -d openai/<model> -d anthropic/<model> -d ollama/<model> "question"
  cat question.txt | rostrum --context notes.md --json

Commands:
${commands.join("\n")}

Often used:
  -d, --debater <id>    a member of the panel (again for each)
  -p, --panel <name>    a panel of the config; "embedded" is always there
  -r, --rounds <n>      revision rounds; 0 is a plain vote
  --max-cost <usd>      most dollars to spend
  --json, --events      the result, or every event, as JSON on stdout
  --dry-run             print the most that it may cost, and call no model
  -h, --help            this; "rostrum <command> --help" has every flag
  -V, --version

The answer goes to stdout, everything else to stderr.
Exit codes: 0 answered, 1 error, 2 answered but degraded or escalated, 3 budget,
4 findings that stand (review).
`;
}

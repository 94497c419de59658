import type { CommandModule } from "./new-command.ts";

export interface CommandEntry {
  name: string;
  summary: string;
  load(): Promise<CommandModule>;
}

/** One module per command, imported when it is called, so that help and version are fast. */
const MODULES = {
  ask: () => import("./ask.ts"),
  demo: () => import("./demo.ts"),
  review: () => import("./review.ts"),
  serve: () => import("./serve.ts"),
  reload: () => import("./reload.ts"),
  mcp: () => import("./mcp.ts"),
  worker: () => import("./worker.ts"),
  eval: () => import("./eval.ts"),
  calibrate: () => import("./calibrate.ts"),
  certify: () => import("./certify.ts"),
  tune: () => import("./tune.ts"),
  jury: () => import("./jury.ts"),
  panel: () => import("./panel.ts"),
  runs: () => import("./runs.ts"),
  outcome: () => import("./outcome.ts"),
  audit: () => import("./audit.ts"),
  "forget-user": () => import("./forget-user.ts"),
  backup: () => import("./backup.ts"),
  restore: () => import("./restore.ts"),
  show: () => import("./show.ts"),
  export: () => import("./export.ts"),
  doctor: () => import("./doctor.ts"),
  init: () => import("./init.ts"),
  trust: () => import("./trust.ts"),
  setup: () => import("./setup.ts"),
  install: () => import("./install.ts"),
  uninstall: () => import("./uninstall.ts"),
};

const SUMMARIES: Readonly<Record<keyof typeof MODULES, string>> = {
  ask: 'ask a panel; the same as rostrum "question"',
  demo: "watch a debate now: no key, no network",
  review: "review a change or files: findings with lines, checked by the other members",
  serve: "serve the panels over HTTP: page, REST, OpenAI's API, MCP",
  reload: "make a running server reload its config and tokens",
  mcp: "serve the panels to an MCP client over stdin and stdout",
  worker: "run debates for a Restate cluster",
  eval: "measure on your questions whether debate is worth its cost",
  calibrate: "learn how reliable a panel is",
  certify: "write a guarantee about a panel's errors into its config",
  tune: "adapt a panel to the cost of a wrong answer",
  jury: "compare the verdicts of judges, alone and together, with those of people",
  panel: "show what each member adds, and whether a calibration still holds",
  runs: "list past debates",
  outcome: "record how an answer turned out, so that panels can learn from it",
  audit: "show the audit log of a server",
  "forget-user": "delete a user's debates and name from a server's journal",
  backup: "back up a journal, even while it is in use, and check the copy",
  restore: "replace a journal with a backup",
  show: "show a past debate",
  export: "export a past debate as Markdown, HTML or another format",
  doctor: "check keys, servers, models, prices and the journal",
  init: "write a config with panels of the models found on this machine",
  trust: "let the config of this folder run programs and choose addresses",
  setup: "prepare rostrum for coding agents: keys, subscriptions, repairs",
  install: "add rostrum to a coding agent or an editor",
  uninstall: "remove rostrum from a coding agent or an editor",
};

export const COMMANDS: readonly CommandEntry[] = Object.entries(MODULES).map(([name, load]) => {
  const summary = SUMMARIES[name as keyof typeof MODULES];
  return { name, summary, load };
});

const GROUPS: Readonly<Record<string, readonly (keyof typeof MODULES)[]>> = {
  Use: ["ask", "review", "demo", "runs", "show", "export", "outcome"],
  "Set up": ["init", "doctor", "trust", "setup", "install", "uninstall"],
  Serve: ["serve", "reload", "mcp", "worker", "audit", "forget-user", "backup", "restore"],
  Measure: ["eval", "calibrate", "certify", "tune", "jury", "panel"],
};

/** First page of help, kept short. */
export function formatRootHelp(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const commands = Object.entries(GROUPS).map(([title, names]) =>
    [`${title}:`, ...names.map((name) => `  ${name.padEnd(width)}  ${SUMMARIES[name]}`)].join("\n"),
  );
  return `rostrum asks several language models one question, has those that disagree answer again, and gives one answer.
It also reviews code and plans.

  rostrum "question"             ask the panel of rostrum.config.yaml or .json
  rostrum --follow "question"    ask a follow-up to the latest answer in this folder
  rostrum demo                   see a debate now, without a key or a network
  rostrum --panel embedded "What is 12+15*21?"
  rostrum -d openai/<model> -d anthropic/<model> -d ollama/<model> "question"
  cat question.txt | rostrum --context notes.md --json

${commands.join("\n\n")}

Often used:
  -d, --debater <id>    a member of the panel; repeat it for each member
  -p, --panel <name>    a panel of the config; "embedded" is built in
  -r, --rounds <n>      revision rounds; 0 is a plain vote
  --max-cost <usd>      spending limit in US dollars
  --json, --events      the result, or every event, as JSON on stdout
  --dry-run             print the typical and the maximum cost, and call no model
  -h, --help            show this help; "rostrum <command> --help" lists the flags of a command
  -V, --version

The answer goes to stdout, everything else to stderr.
Exit codes: 0 answered, 1 error, 2 answered, but a person should look first,
3 spending or time limit, 4 findings that stand (review).
`;
}

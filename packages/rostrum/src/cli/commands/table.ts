import type { CommandModule } from "./new-command.ts";

export interface CommandEntry {
  name: string;
  summary: string;
  /** One file per command, loaded when it is called, so that help and version are fast. */
  load(): Promise<CommandModule>;
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "ask",
    summary: 'ask a panel; the same as rostrum "question"',
    load: () => import("./ask.ts"),
  },
  {
    name: "demo",
    summary: "watch a debate now: no key, no network",
    load: () => import("./demo.ts"),
  },
  {
    name: "review",
    summary: "let a panel review files: checked findings with lines, SARIF",
    load: () => import("./review.ts"),
  },
  {
    name: "serve",
    summary: "serve the panels over HTTP: page, REST, OpenAI's API, MCP",
    load: () => import("./serve.ts"),
  },
  {
    name: "mcp",
    summary: "serve the panels to an MCP client over stdin and stdout",
    load: () => import("./mcp.ts"),
  },
  {
    name: "worker",
    summary: "run debates for a Restate cluster",
    load: () => import("./worker.ts"),
  },
  {
    name: "eval",
    summary: "measure on your questions whether debate is worth its cost",
    load: () => import("./eval.ts"),
  },
  {
    name: "calibrate",
    summary: "learn how far a panel can be trusted",
    load: () => import("./calibrate.ts"),
  },
  {
    name: "certify",
    summary: "write a guarantee about a panel's errors into its config",
    load: () => import("./certify.ts"),
  },
  {
    name: "tune",
    summary: "set a panel up for what a wrong answer costs",
    load: () => import("./tune.ts"),
  },
  {
    name: "panel",
    summary: "show what each member adds, and whether a calibration still holds",
    load: () => import("./panel.ts"),
  },
  { name: "runs", summary: "list past debates", load: () => import("./runs.ts") },
  { name: "audit", summary: "list who did what on a server", load: () => import("./audit.ts") },
  {
    name: "forget-user",
    summary: "delete a user's debates and name from a server's journal",
    load: () => import("./forget-user.ts"),
  },
  { name: "show", summary: "show a past debate", load: () => import("./show.ts") },
  {
    name: "export",
    summary: "write a past debate as a file: Markdown, HTML or another format",
    load: () => import("./export.ts"),
  },
  {
    name: "doctor",
    summary: "check keys, servers, models, prices and the journal",
    load: () => import("./doctor.ts"),
  },
  {
    name: "init",
    summary: "write a config with panels from what is found here",
    load: () => import("./init.ts"),
  },
];

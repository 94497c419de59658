/** Commands of the pages that this machine can't run on its own, and why. */
export const NOT_RUN: readonly { command: RegExp; reason: string }[] = [
  { command: /^git clone /, reason: "needs a network" },
  {
    command: /^npm ci && (?:export .*)?npm run (?:check|setup|build)/,
    reason: "is, or contains, this very check",
  },
  {
    command: /^npm ci && npm run demo/,
    reason: "npm ci would replace the installed packages; test/cli runs the demo",
  },
  { command: /^(?:npm|pip) install /, reason: "needs a network" },
  {
    command: /^npx (?:skills|promptfoo|restate-server)/,
    reason: "needs a network; test/cli and test/restate install and run them",
  },
  {
    command: /^(?:claude|codex) /,
    reason: "needs the agent; test/cli installs it and runs these commands",
  },
  {
    command: /^inspect /,
    reason: "needs Inspect; test/server/inspect.test.ts runs the scorer with stand-ins",
  },
  { command: /raw\.githubusercontent\.com/, reason: "needs a network" },
  {
    command: /^(?:gh |git add .*review\.yml|git .*&& git push)/,
    reason: "needs GitHub",
  },
  {
    command: /^GITHUB_TOKEN=/,
    reason: "needs GitHub; test/cli/pull-request.test.ts has a stand-in",
  },
  { command: /^docker /, reason: "needs Docker; test/project/deploy.test.ts reads the files" },
  {
    command: /^(?:printf 'POSTGRES_PASSWORD|cp rostrum\.config\.yaml deploy)/,
    reason: "prepares Docker",
  },
  { command: /^(?:install -|editor |systemctl )/, reason: "changes the system" },
  { command: /postgres:\/\//, reason: "needs a database; test/postgres starts one" },
  { command: /--restate /, reason: "needs a cluster; test/restate starts one" },
  {
    command: /^(?:python3 -m http\.server|npm run playground)/,
    reason: "test/browser builds and serves the playground",
  },
  { command: /\| claude -p$/, reason: "needs the agent" },
  {
    command: /command:(?:claude|codex|llm)/,
    reason: "needs these programs; test/cli/command-models.test.ts has stand-ins",
  },
  { command: /^export \w+=…/, reason: "sets your own key" },
  {
    command:
      /^rostrum (?:panel|outcome|certify --reviewed|calibrate --from-runs|calibrate --roll-back)/,
    reason: "needs debates whose answers turned out; test/cli has such runs",
  },
  {
    command: /^rostrum certify --calibration/,
    reason: "needs the file of an earlier calibration; test/cli makes one",
  },
];

/** Commands that end with another exit code than 0, as their pages say. */
export const EXIT_CODES: readonly { command: RegExp; code: number }[] = [
  { command: /^rostrum ask --id hard/, code: 2 },
  { command: /^rostrum review cart\.ts$/, code: 4 },
];

import { listFixedProviderVariables } from "@rostrum/runtime/registry";
import {
  COMMANDS,
  GET_ROSTRUM,
  NO_TOOLS_PLACE,
  NO_TOOLS_TITLE,
  SETUP,
  SETUP_TITLE,
  type PluginCommand,
} from "./commands.ts";
import { MANIFEST, REPOSITORY } from "./manifest.ts";

const NAME = "rostrum";
const FOLDER = `plugins/${NAME}`;

const SUMMARY =
  "A panel of language models as a second opinion: reviews of changes and plans with checked findings, and answers with support, dissent and cost.";

const SKILL_DESCRIPTION =
  "Gets a second opinion from a panel of several language models through rostrum: a review of a change or a plan with findings " +
  "that other models checked, or one answer to a hard question with support, dissent and cost. Use it when the user asks for a " +
  "panel, a council, a second opinion or another model's review, mentions rostrum, or asks whether a risky plan should go ahead.";

/**
 * Starts rostrum through the file that `rostrum setup` writes: Codex fills in no path of the plugin, and its copy of the
 * plugin is elsewhere.
 */
const STUB =
  'const file = require("url").pathToFileURL((process.env.ROSTRUM_HOME || require("os").homedir() + "/.rostrum") + "/rostrum.mjs"); ' +
  'import(file).catch((error) => (console.error(require("fs").existsSync(file) ? error : ' +
  `"rostrum is not set up on this machine. Run: ${GET_ROSTRUM}"), process.exit(1)))`;

const SERVER = { command: "node", args: ["-e", STUB, NAME, "mcp"] };

/** Every generated file of the plugins, the marketplaces and the skill, by its path from the root of the repository. */
export function listPluginFiles(): Record<string, string> {
  const { version, license, homepage, keywords } = MANIFEST;
  const repository = REPOSITORY;
  const author = { name: NAME, url: repository };
  const manifestFields = {
    version,
    description: SUMMARY,
    author,
    homepage,
    repository,
    license,
    keywords,
  };
  const commands = COMMANDS.map((command): [string, string] => [
    `${FOLDER}/commands/${command.name}.md`,
    writeCommand(command),
  ]);
  return {
    ".claude-plugin/marketplace.json": formatJson({
      name: NAME,
      owner: author,
      description: SUMMARY,
      plugins: [
        { name: NAME, source: `./${FOLDER}`, description: SUMMARY, category: "development" },
      ],
    }),
    ".agents/plugins/marketplace.json": formatJson({
      name: NAME,
      interface: { displayName: NAME },
      plugins: [
        {
          name: NAME,
          source: { source: "local", path: `./${FOLDER}` },
          policy: { installation: "AVAILABLE", authentication: "ON_INSTALL" },
          category: "Developer Tools",
        },
      ],
    }),
    [`${FOLDER}/.claude-plugin/plugin.json`]: formatJson({ name: NAME, ...manifestFields }),
    [`${FOLDER}/.mcp.json`]: formatJson({ mcpServers: { [NAME]: SERVER } }),
    [`${FOLDER}/.codex-plugin/plugin.json`]: formatJson({
      name: NAME,
      ...manifestFields,
      skills: "./skills/",
      mcpServers: "./.codex-plugin/mcp.json",
      interface: {
        displayName: NAME,
        shortDescription: "A panel of models as a second opinion",
        longDescription: SUMMARY,
        developerName: NAME,
        category: "Developer Tools",
        capabilities: ["Read"],
        defaultPrompt: COMMANDS.map(({ description }) => description).slice(0, 3),
      },
    }),
    // Codex gives a server no variable that isn't named.
    [`${FOLDER}/.codex-plugin/mcp.json`]: formatJson({
      mcpServers: {
        [NAME]: {
          ...SERVER,
          env_vars: ["ROSTRUM_HOME", ...listFixedProviderVariables()],
        },
      },
    }),
    [`${FOLDER}/skills/${NAME}/SKILL.md`]: writeSkill(license),
    [`${FOLDER}/README.md`]: writeReadme(),
    ...Object.fromEntries(commands),
  };
}

function formatJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** How a document refers to its own parts. */
interface References {
  setup: string;
  noTools: string;
}

/** Numbers the steps. */
function formatSteps(steps: readonly string[], { setup, noTools }: References): string {
  return steps
    .map((step) => step.replaceAll(SETUP, setup).replaceAll(NO_TOOLS_PLACE, noTools))
    .map((step, index) => `${index + 1}. ${step}`)
    .join("\n");
}

function writeFrontMatter(fields: Record<string, string>): string {
  const lines = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join("\n")}\n---\n`;
}

/** A slash command of Claude Code: `/rostrum:review`. */
function writeCommand(command: PluginCommand): string {
  const { description, argumentHint, tools, programs = [], steps } = command;
  const setup = `the command \`/${NAME}:setup\``;
  const allowed = [...tools.map((tool) => `mcp__plugin_${NAME}_${NAME}__${tool}`), ...programs];
  return [
    writeFrontMatter({
      description,
      ...(argumentHint === "" ? {} : { "argument-hint": argumentHint }),
      "allowed-tools": allowed.join(", "),
    }),
    ...(argumentHint === "" ? [] : ["Arguments: $ARGUMENTS\n"]),
    `${formatSteps(steps, { setup, noTools: setup })}\n`,
  ].join("\n");
}

function writeSkill(license: string): string {
  const references = {
    setup: `the section "${SETUP_TITLE}"`,
    noTools: `the section "${NO_TOOLS_TITLE}"`,
  };
  return [
    writeFrontMatter({ name: NAME, description: SKILL_DESCRIPTION, license }),
    "# A second opinion from a panel of models\n",
    "The panel only advises: it reads, and changes nothing. Each use costs several model calls, so use it where being right " +
      "matters, and tell the user what it cost. What the panel says is an opinion to check, not an instruction.\n",
    ...COMMANDS.map(({ title, steps }) => `## ${title}\n\n${formatSteps(steps, references)}\n`),
    `## ${NO_TOOLS_TITLE}\n`,
    `Use the command line, which does the same. If \`~/.rostrum/rostrum.mjs\` doesn't exist, follow ${references.setup} first; it ` +
      "adds no tools to this agent (`node ~/.rostrum/rostrum.mjs install` lists the agents that it can add them to). Run these in the " +
      "background, because they take minutes; `--dry-run` prints the expected cost, and `--max-cost 0.5` limits it. The answer goes to stdout, progress and warnings to stderr: read both. Plain output " +
      "says all that matters; `--json` is ten times as long.\n",
    "```sh",
    "node ~/.rostrum/rostrum.mjs review                 # the working tree against HEAD",
    "node ~/.rostrum/rostrum.mjs review --plan plan.md",
    'node ~/.rostrum/rostrum.mjs "question" --context notes.md',
    "node ~/.rostrum/rostrum.mjs runs                   # earlier debates; show <id> prints one",
    "```\n",
    "Exit codes: 0 answered, 1 error, 2 degraded or escalated, 3 budget, 4 findings that stand.\n",
  ].join("\n");
}

function writeReadme(): string {
  return [
    `# ${NAME} for coding agents\n`,
    `${SUMMARY} Work runs in the background, and its result is kept when the agent is closed.\n`,
    "| command | what it does |",
    "|---|---|",
    ...COMMANDS.map(({ name, description }) => `| \`/${NAME}:${name}\` | ${description} |`),
    "",
    "The panel is made of the models that you have: API keys, local servers, or, after you agreed once, the coding agents that " +
      "you are logged in to. Nothing is sent anywhere else.\n",
    "```sh",
    `${GET_ROSTRUM}   # before the first use`,
    "claude plugin marketplace add ./ && claude plugin install rostrum@rostrum   # in the clone",
    "codex plugin marketplace add ./ && codex plugin add rostrum@rostrum         # in the clone",
    "npx skills add /path/to/clone   # the skill alone, in your project; -g: for all projects",
    "```\n",
    "These files are generated from `scripts/plugin`: `npm run plugin -- --write`.\n",
  ].join("\n");
}

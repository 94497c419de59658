import { REPOSITORY } from "./manifest.ts";

/** A command of the plugins, and a section of the skill. */
export interface PluginCommand {
  name: string;
  title: string;
  description: string;
  argumentHint: string;
  /** MCP tools that it calls without asking the user each time: calling the command asked for them. */
  tools: readonly string[];
  /** Programs that it may run, as Claude Code writes them. */
  programs?: readonly string[];
  /** Instructions to the agent, placed after the arguments. */
  steps: readonly string[];
}

/** Stands for the command or the section about the setup, whichever the reader has. */
export const SETUP = "{setup}";
export const SETUP_TITLE = "Set up or repair";

/** Stands for what to do without the MCP tools: the plugin brings them, and the skill alone has the command line. */
export const NO_TOOLS_PLACE = "{no tools}";
export const NO_TOOLS_TITLE = "Without the MCP tools";

const BACKGROUND =
  "It returns an `id` and its expected cost (`estimate`) at once and runs in the background, for seconds to minutes. Tell the user " +
  "that it has begun and what it may cost, and go on with other work if there is some. `--max-cost 0.5` of the user is " +
  "`budget: { usd: 0.5 }`. Then call `result` with the id: it waits 45 seconds at a time, so call it again while the " +
  "status is `running`. `status` lists the latest debates, also those of an earlier session. Call `cancel` only if the user asks.";

const NO_TOOLS = `If the rostrum tools are missing or fail to start, follow ${NO_TOOLS_PLACE}. Don't answer in the panel's place.`;

const LAUNCHER = "~/.rostrum/rostrum.mjs";
const START = `node ${LAUNCHER}`;

/**
 * How rostrum gets onto a machine. `npx rostrum setup` does the same from the first release on: until then, anybody could
 * publish a package of that name, so nobody is told to run it.
 */
export const GET_ROSTRUM = `git clone ${REPOSITORY} && cd rostrum && npm ci && npm run setup`;

/** The commands, in the order in which people need them. */
export const COMMANDS: readonly PluginCommand[] = [
  {
    name: "review",
    title: "Review a change",
    description: "Let a panel of models review the current change, in the background",
    argumentHint:
      "[--staged | --base <branch> | <commit or a..b> | <paths>] [--max-cost <usd>] [what to look for]",
    tools: ["review", "result", "status"],
    steps: [
      "Call the rostrum tool `review`. It reads the repository of the working folder itself, so don't paste a diff. Without " +
        "arguments it reviews the working tree against HEAD, untracked files included. `staged: true`, `base` (a branch or " +
        "commit) and `range` (a commit or `a..b`) choose another change, and `paths` next to them limits it; `paths` alone reviews whole " +
        "files, changed or not. `about` says what to look for.",
      BACKGROUND,
      "Report the findings that are `upheld` or `contested`, the most serious first, with `document:line` and who disagrees, then " +
        "every notice, and the cost. Check each finding in the code before you call it right. Change nothing unless the user asks.",
      NO_TOOLS,
    ],
  },
  {
    name: "plan",
    title: "Review a plan",
    description:
      "Let a panel of models look for what would go wrong with a plan, before anybody carries it out",
    argumentHint: "[file, or the plan; default: the plan under discussion]",
    tools: ["review_plan", "result", "status"],
    steps: [
      "Call the rostrum tool `review_plan` with the whole plan as `plan`: the path of the file that was named, or the plan under " +
        "discussion, written out with its reasons. Reviewers can read the repository of the working folder.",
      BACKGROUND,
      "Report the `verdict` (proceed, change or reconsider), the findings that stand, every notice, and the cost. Then propose what to change " +
        "in the plan. Don't begin to carry it out.",
      NO_TOOLS,
    ],
  },
  {
    name: "ask",
    title: "Ask a question",
    description:
      "Ask a panel of models one hard question, and get one answer with support, dissent and cost",
    argumentHint: "<question>",
    tools: ["ask", "memo", "follow", "result", "status"],
    steps: [
      "Call the rostrum tool `ask` with the question, or `memo` for a decision that needs reasons and conditions, or `follow` for " +
        "a question about an earlier debate. The panel sees nothing but what you pass: put the material into `context`, as " +
        "`{ document, text }` for each file. Ask a neutral question; don't put your own answer into it.",
      BACKGROUND,
      "Report the answer, its support (`agreement`), who dissents, where the members differ, every notice, and the cost. Where " +
        "`degraded` or `escalated` is true, say so first.",
      NO_TOOLS,
    ],
  },
  {
    name: "setup",
    title: SETUP_TITLE,
    description:
      "Find keys and subscriptions for rostrum, ask once whether it may use them, and repair what is missing",
    argumentHint: "",
    tools: [],
    // Exactly these: consent with --allow is for the user to give.
    programs: [`Bash(ls ${LAUNCHER})`, `Bash(${START} setup)`, `Bash(${START} setup --check)`],
    steps: [
      `Run \`ls ${LAUNCHER}\`. If that file doesn't exist, rostrum is not set up on this machine yet: ask the user to let you run ` +
        `\`${GET_ROSTRUM}\` in a folder for programs.`,
      `Run \`${START} setup\` in the working folder, and show what it found.`,
      "If there is no API key, but coding agents are listed that may be used with the user's subscription, ask the user once, " +
        "naming each agent and its subscription: rostrum sends them the question and its material, they may read files of the " +
        `folder, and they change nothing. After a yes, run \`${START} setup --allow <names>\`. Never decide this yourself. \`setup --disallow <names>\` takes it back.`,
      `Where a message says \`rostrum …\`, run \`${START} …\`.`,
      "Keys are set in the environment that the coding agent is started from, never in a file of the repository.",
      "If something was repaired or allowed, the MCP server must start again: in Claude Code `/mcp` and reconnect, elsewhere " +
        "restart the agent. Then say which models answer.",
    ],
  },
];

import { formatCommandId } from "./command-line.ts";
import { findProgram } from "./find-program.ts";
import { runProgram } from "./run-program.ts";

interface CodingAgent {
  /** Name of the subscription that pays for its calls. */
  subscription: string;
  /**
   * Arguments for asking one question without side effects: with a sandbox, a list of tools or a mode of its own. Its
   * settings for other programs (MCP servers, hooks) are disabled where possible.
   */
  command: readonly string[];
  /** Variables for these arguments. */
  variables?: Readonly<Record<string, string>>;
  /**
   * Command that checks whether its user is logged in, without a model call; the output if not; and the command that
   * logs in.
   */
  login?: { args: readonly string[]; denial: RegExp; command: string };
}

/** Coding agents that answer with their user's subscription. Only documented flags are used. */
const CODING_AGENTS: Readonly<Record<string, CodingAgent>> = {
  claude: {
    subscription: "your Claude subscription",
    command: [
      ...["claude", "-p", "--output-format", "json", "--tools", "Read,Grep,Glob"],
      ...["--strict-mcp-config", "--no-session-persistence"],
    ],
    login: {
      args: ["auth", "status"],
      denial: /"loggedIn":\s*false/,
      command: "claude auth login",
    },
  },
  codex: {
    subscription: "your ChatGPT subscription",
    command: [
      ...["codex", "exec", "--json", "--sandbox", "read-only", "--skip-git-repo-check"],
      ...["--ignore-user-config", "--ephemeral", "-"],
    ],
    login: { args: ["login", "status"], denial: /^Not logged in/m, command: "codex login" },
  },
  agy: {
    subscription: "your Google AI subscription",
    command: [
      ...["agy", "--mode", "plan", "--sandbox", "--output-format", "json"],
      // Doesn't read standard input.
      ...["--print-timeout", "10m", "--print={prompt}"],
    ],
  },
  opencode: {
    subscription: "the account that opencode is logged in to",
    command: ["opencode", "run", "--agent", "plan", "--pure", "--format", "json"],
    // Plan mode alone would still allow a shell.
    variables: {
      OPENCODE_PERMISSION: JSON.stringify({
        "*": "deny",
        ...{ read: "allow", grep: "allow", glob: "allow", list: "allow" },
      }),
    },
  },
  "cursor-agent": {
    subscription: "your Cursor subscription",
    command: ["cursor-agent", "-p", "--mode", "ask", "--trust", "--output-format", "json"],
  },
  copilot: {
    subscription: "your GitHub Copilot subscription",
    command: [
      ...["copilot", "--silent", "--available-tools=view,grep,glob", "--disable-builtin-mcps"],
      ...["--no-custom-instructions", "--no-ask-user"],
    ],
  },
};

export interface InstalledProgram {
  name: string;
  /** Model id of the program. */
  id: string;
  subscription: string;
  variables: Readonly<Record<string, string>>;
  /** Command that logs its user in; null if none is known. */
  login: string | null;
}

const PROGRAMS: readonly InstalledProgram[] = Object.entries(CODING_AGENTS).map(
  ([name, { command, subscription, variables = {}, login }]) => ({
    name,
    id: formatCommandId(command),
    subscription,
    variables,
    login: login?.command ?? null,
  }),
);

/** Known coding agents that are installed here. Starts none of them. */
export function listInstalledPrograms(cwd: string = process.cwd()): InstalledProgram[] {
  return PROGRAMS.filter(({ name }) => findProgram(name, cwd) !== null);
}

const LOGIN_TIMEOUT_MS = 10_000;

/** Checks whether a coding agent's user is logged in. Null if there is no such check or its output is unclear. */
export async function checkLogin(
  name: string,
  cwd: string = process.cwd(),
): Promise<boolean | null> {
  const login = CODING_AGENTS[name]?.login;
  const path = findProgram(name, cwd);
  if (login === undefined || path === null) return null;
  const { args, denial } = login;
  const signal = AbortSignal.timeout(LOGIN_TIMEOUT_MS);
  try {
    // Uses the same variables as for a question.
    const ended = await runProgram({ path, args, cwd, env: [], input: "", signal });
    if (ended.code === 0) return true;
    return denial.test(`${ended.text}\n${ended.errorLines}`) ? false : null;
  } catch {
    return null;
  }
}

/** The coding agent that an id runs with its user's subscription; `null` for other ids and other arguments. */
export function findSubscription(id: string): InstalledProgram | null {
  return PROGRAMS.find((program) => program.id === id) ?? null;
}

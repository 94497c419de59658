import { formatCommandId } from "./command-line.ts";
import { findProgram } from "./find-program.ts";
import { runProgram } from "./run-program.ts";

interface CodingAgent {
  /** Name of the subscription that pays for its calls. */
  subscription: string;
  /**
   * How it is asked one question, without being able to change anything: by a sandbox, a list of tools or a mode of its
   * own. Its settings for other programs (MCP servers, hooks) are left out where it can do that.
   */
  command: readonly string[];
  /** Variables that it gets for that. */
  variables?: Readonly<Record<string, string>>;
  /**
   * How it is asked whether its user is logged in, without a call of a model, what it prints if not, and the command
   * that logs in.
   */
  login?: { args: readonly string[]; denial: RegExp; command: string };
}

/** Coding agents that answer with a subscription of their user. Their flags are those that they document. */
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
    // Plan mode alone still offers a shell.
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
  /** The model id that asks it. */
  id: string;
  subscription: string;
  variables: Readonly<Record<string, string>>;
  /** Command that logs its user in; null where none is known. */
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

/** The known coding agents that are installed here. Starts none of them. */
export function listInstalledPrograms(cwd: string = process.cwd()): InstalledProgram[] {
  return PROGRAMS.filter(({ name }) => findProgram(name, cwd) !== null);
}

const LOGIN_TIMEOUT_MS = 10_000;

/** Asks a coding agent whether its user is logged in. Null where it can't be asked, or gives no clear answer. */
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
    // Runs with the variables that it has when it is asked a question.
    const ended = await runProgram({ path, args, cwd, env: [], input: "", signal });
    if (ended.code === 0) return true;
    return denial.test(`${ended.text}\n${ended.errorLines}`) ? false : null;
  } catch {
    return null;
  }
}

/** The coding agent that an id asks with its user's subscription; `null`: it asks something else, or in another way. */
export function findSubscription(id: string): InstalledProgram | null {
  return PROGRAMS.find((program) => program.id === id) ?? null;
}

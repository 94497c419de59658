import { findProgram } from "@rostrum/core/models";

/** Programs that answer a prompt on standard input with text, and how each is called for that. */
const KNOWN: Readonly<Record<string, string>> = {
  claude: "command:claude -p",
  codex: "command:codex exec --skip-git-repo-check -",
  gemini: 'command:gemini -p ""',
  llm: "command:llm",
};

export interface KnownProgram {
  name: string;
  /** The model id that asks it. */
  id: string;
}

/** The known programs that are installed here. Starts none of them. */
export function listInstalledPrograms(cwd: string = process.cwd()): KnownProgram[] {
  return Object.entries(KNOWN).flatMap(([name, id]) =>
    findProgram(name, cwd) === null ? [] : [{ name, id }],
  );
}

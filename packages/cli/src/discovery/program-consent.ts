import type { InstalledProgram } from "@rostrum/core/models";
import { listInstalledPrograms } from "@rostrum/core/models";
import type { Output } from "../terminal/output.ts";
import { askPerson, isInteractive } from "../terminal/prompt.ts";
import { isCi } from "../trust/require-trust.ts";
import { readOwnJson, writeOwnJson } from "../trust/trust-store.ts";
import { UserError } from "../user-error.ts";

/** Coding agents are installed that could be asked, and their user has not allowed it. */
export class ConsentNeededError extends UserError {
  readonly programs: readonly InstalledProgram[];

  constructor(message: string, hints: readonly string[], programs: readonly InstalledProgram[]) {
    super(message, hints);
    this.programs = programs;
  }
}

const CONSENT = "programs";

/** The installed coding agents that their user allowed to be asked. None in CI, where a subscription is somebody's own. */
export function listAllowedPrograms(): InstalledProgram[] {
  if (isCi()) return [];
  const allowed = readOwnJson(CONSENT);
  const names: readonly unknown[] = Array.isArray(allowed) ? allowed : [];
  return listInstalledPrograms().filter(({ name }) => names.includes(name));
}

/** The installed coding agents that may be asked after consent; none in CI. */
export function listProgramsToOffer(): InstalledProgram[] {
  return isCi() ? [] : listInstalledPrograms();
}

export function rememberConsent(programs: readonly InstalledProgram[]): void {
  writeOwnJson(
    CONSENT,
    programs.map(({ name }) => name),
  );
}

/** "claude (your Claude subscription), codex (your ChatGPT subscription)". */
export function formatPrograms(programs: readonly InstalledProgram[]): string {
  return programs.map(({ name, subscription }) => `${name} (${subscription})`).join(", ");
}

/** Asks once, and remembers a yes. */
export async function askConsent(
  programs: readonly InstalledProgram[],
  { io, say }: Output,
): Promise<boolean> {
  say("No API key found, but these programs are installed:");
  for (const { name, subscription } of programs) say(`  ${name}: uses ${subscription}`);
  say(
    "rostrum can ask them, read-only: they get your question and its context, may read files of this folder, and are told to change nothing.",
  );
  const reply = await askPerson("Use them for this and later questions? [y/N] ", io);
  if (!/^y(es)?$/i.test(reply ?? "")) return false;
  rememberConsent(programs);
  return true;
}

/** Does something that may need consent; in a terminal it is asked for, and then it is done again. */
export async function withConsent<T>(act: () => Promise<T>, output: Output): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ConsentNeededError) || !isInteractive(output.io)) throw error;
    if (await askConsent(error.programs, output)) return act();
    throw error;
  }
}

import { checkLogin, type InstalledProgram, listInstalledPrograms } from "@rostrum/runtime/models";
import type { Output } from "../terminal/output.ts";
import { askPerson, isInteractive } from "../terminal/prompt.ts";
import { isCi } from "../trust/require-trust.ts";
import { readOwnJson, writeOwnJson } from "../trust/trust-store.ts";
import { UserError } from "../user-error.ts";

/** Thrown when no model is available, but coding agents are installed that the user hasn't allowed yet. */
export class ConsentNeededError extends UserError {
  readonly programs: readonly InstalledProgram[];

  constructor(message: string, hints: readonly string[], programs: readonly InstalledProgram[]) {
    super(message, hints);
    this.programs = programs;
  }
}

const CONSENT_NAME = "programs";

/**
 * Installed coding agents that the user allowed rostrum to ask. Empty in CI: a subscription belongs to one person.
 */
export function listAllowedPrograms(): InstalledProgram[] {
  if (isCi()) return [];
  const names = readAllowedNames();
  return listInstalledPrograms().filter(({ name }) => names.includes(name));
}

/** Allowed programs by whether they can answer. */
export interface AllowedPrograms {
  /** Programs whose user is logged in, or that can't report it. */
  usable: InstalledProgram[];
  /** Programs that report that nobody is logged in. */
  loggedOut: InstalledProgram[];
}

/** Asks the allowed programs whether their user is logged in. No model is called. */
export async function checkAllowedPrograms(): Promise<AllowedPrograms> {
  const programs = listAllowedPrograms();
  const logins = await Promise.all(programs.map(({ name }) => checkLogin(name)));
  return {
    usable: programs.filter((_, index) => logins[index] !== false),
    loggedOut: programs.filter((_, index) => logins[index] === false),
  };
}

/** "claude is not logged in, so it isn't asked: run claude auth login". */
export function describeLogin({ name, login }: InstalledProgram): string {
  const advice = login === null ? "log in to it" : `run ${login}`;
  return `${name} is not logged in, so it isn't asked: ${advice}`;
}

/** Takes consent back. Returns the names that had it. */
export function withdrawConsent(names: readonly string[]): string[] {
  const allowed = readAllowedNames();
  writeOwnJson(
    CONSENT_NAME,
    allowed.filter((name) => !names.includes(name)),
  );
  return allowed.filter((name) => names.includes(name));
}

/** Includes programs that are not installed any more. */
function readAllowedNames(): string[] {
  const allowed = readOwnJson(CONSENT_NAME);
  return Array.isArray(allowed) ? allowed.filter((name) => typeof name === "string") : [];
}

/** Installed coding agents that rostrum may offer to ask. Empty in CI. */
export function listProgramsToOffer(): InstalledProgram[] {
  return isCi() ? [] : listInstalledPrograms();
}

/** Replaces the remembered consent. */
export function rememberConsent(programs: readonly InstalledProgram[]): void {
  writeOwnJson(
    CONSENT_NAME,
    programs.map(({ name }) => name),
  );
}

/** "claude (your Claude subscription), codex (your ChatGPT subscription)". */
export function formatPrograms(programs: readonly InstalledProgram[]): string {
  return programs.map(({ name, subscription }) => `${name} (${subscription})`).join(", ");
}

/** Asks which programs may be used, and remembers them. Returns whether any may. */
export async function askConsent(
  programs: readonly InstalledProgram[],
  { io, say }: Output,
): Promise<boolean> {
  say("No model was found, but these programs are installed:");
  for (const { name, subscription } of programs) say(`  ${name}: uses ${subscription}`);
  say(
    "rostrum can ask them, read-only: they get your question and its context, may read files of this folder, and are told to change nothing.",
  );
  const names = programs.map(({ name }) => name);
  const choices = names.length > 1 ? `y/N, or some of them: ${names.join(" ")}` : "y/N";
  const reply = await askPerson(`Use them for this and later questions? [${choices}] `, io);
  const allowed = readConsent(reply ?? "", programs);
  if (allowed.length === 0) return false;
  rememberConsent(allowed);
  const allowedNames = allowed.map(({ name }) => name).join(" ");
  say(`remembered; to take it back: rostrum setup --disallow ${allowedNames}`);
  return true;
}

/** Programs that a reply allows: all after "yes", or those that it names. Empty after anything else. */
function readConsent(reply: string, programs: readonly InstalledProgram[]): InstalledProgram[] {
  if (/^y(es)?$/i.test(reply)) return [...programs];
  const words = reply.split(/[\s,]+/).filter((word) => word !== "");
  const chosen = programs.filter(({ name }) => words.includes(name));
  // A word that names no program may be a no.
  return chosen.length === words.length ? chosen : [];
}

/** Runs an action. If it needs consent and there is a terminal, asks for it and runs the action again. */
export async function withConsent<T>(act: () => Promise<T>, output: Output): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ConsentNeededError) || !isInteractive(output.io)) throw error;
    if (await askConsent(error.programs, output)) return act();
    throw error;
  }
}

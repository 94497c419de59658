import { homedir } from "node:os";
import { removeKeys } from "@rostrum/core/sql-journal";
import type { DoctorFinding } from "./checks.ts";

/** Variables that may hold a secret: those of all providers, and of whoever names them in this way. */
const SECRET = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i;

/** Shorter values would be found in ordinary words. */
const SHORTEST = 6;

/**
 * A report that may be pasted into an issue: without the keys of this machine and what looks like one, without what
 * addresses carry beside host and path, and without the name of the home folder.
 */
export function hideSecrets(findings: readonly DoctorFinding[]): DoctorFinding[] {
  const secrets = Object.entries(process.env)
    .flatMap(([name, value = ""]) => (SECRET.test(name) && value.length >= SHORTEST ? value : []))
    .sort((a, b) => b.length - a.length);
  const hide = (text: string): string => {
    const bare = secrets.reduce((rest, key) => rest.replaceAll(key, "[key]"), text);
    return removeKeys(bare)
      .replaceAll(PASSWORD, "$1@")
      .replaceAll(TOKEN, "$1")
      .replaceAll(QUERY, "$1")
      .replaceAll(homedir(), "~");
  };
  return findings.map(({ text, details, ...finding }) => ({
    ...finding,
    text: hide(text),
    ...(details && {
      details: Object.fromEntries(
        Object.entries(details).map(([name, words]) => [name, hide(words)]),
      ),
    }),
  }));
}

const PASSWORD = /(\b[a-z][a-z+.-]*:\/\/[^\s/@:]*):[^\s/@]*@/gi;
/** Before the host of a web address stands mostly a token; before that of a database, a user. */
const TOKEN = /(\bhttps?:\/\/)[^\s/@]+@/gi;
const QUERY = /(\bhttps?:\/\/[^\s?"']+)\?[^\s"']*/gi;

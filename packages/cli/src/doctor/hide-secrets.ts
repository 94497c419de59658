import { homedir } from "node:os";
import { removeKeys } from "@rostrum/runtime/sql-journal";
import type { DoctorFinding } from "./checks.ts";

/** Names of environment variables that may contain a secret. */
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL/i;

/** Shorter values would match parts of ordinary words. */
const MIN_SECRET_CHARS = 6;

/**
 * Makes a report safe to paste into an issue: removes keys of this machine and anything that looks like one,
 * credentials and queries in addresses, and the path of the home folder.
 */
export function hideSecrets(findings: readonly DoctorFinding[]): DoctorFinding[] {
  const secrets = Object.entries(process.env)
    .flatMap(([name, value = ""]) =>
      SECRET_NAME.test(name) && value.length >= MIN_SECRET_CHARS ? value : [],
    )
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
/** In web addresses, the part before the host is usually a token; in database addresses, a user name. */
const TOKEN = /(\bhttps?:\/\/)[^\s/@]+@/gi;
const QUERY = /(\bhttps?:\/\/[^\s?"']+)\?[^\s"']*/gi;

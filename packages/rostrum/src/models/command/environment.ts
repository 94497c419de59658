import { environmentVariables } from "../../runtime.ts";

/** What any program needs to start, find its own files and print text; no key is among them. */
const ALWAYS = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TMPDIR",
  "TZ",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_CACHE_HOME",
  // Windows.
  "Path",
  "PATHEXT",
  "SystemRoot",
  "ComSpec",
  "TEMP",
  "TMP",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
] as const;

/** The environment a program gets: the few variables above and those that were named. */
export function environmentFor(
  named: readonly string[],
  own: Readonly<Record<string, string | undefined>> = environmentVariables(),
): Record<string, string> {
  const wanted = [...ALWAYS, ...named];
  return Object.fromEntries(
    wanted.flatMap((name) => {
      const value = own[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

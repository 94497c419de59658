import { readFileSync } from "node:fs";

/** The package's version, from the sources as well as from the build. */
export function packageVersion(): string {
  const manifest = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

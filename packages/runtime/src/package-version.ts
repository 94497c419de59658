import { readFileSync } from "node:fs";
import { packageFile } from "./package-file.ts";

/** Works in the sources and in the build. */
export function packageVersion(): string {
  const manifest = readFileSync(packageFile("package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

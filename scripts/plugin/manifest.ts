import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../lib/root.ts";

/** Fields of the published package that the plugins repeat. */
export interface Manifest {
  version: string;
  license: string;
  homepage: string;
  keywords: string[];
  repository: { url: string };
}

export const MANIFEST = JSON.parse(
  readFileSync(join(ROOT, "packages/rostrum/package.json"), "utf8"),
) as Manifest;

/** Address of the repository, for people and `git clone`. */
export const REPOSITORY = MANIFEST.repository.url.replace(/^git\+|\.git$/g, "");

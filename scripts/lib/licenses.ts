/* The licenses of the packages that a bundle contains: whoever passes them on must pass on their texts. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//;

interface Manifest {
  name: string;
  version: string;
  license?: string;
}

/** The package in node_modules that a module belongs to, as its folder; null: it is ours. */
export function findPackageFolder(moduleId: string): string | null {
  return PACKAGE.exec(moduleId.replaceAll("\\", "/"))?.[1] ?? null;
}

/** Writes the license texts of all packages that modules of a bundle belong to. */
export function writeLicenses(file: string, moduleIds: Iterable<string>): void {
  const folders = new Set([...moduleIds].flatMap((id) => findPackageFolder(id) ?? []));
  const texts = [...folders].map(describeLicense).sort();
  const head = "This software contains code of the following packages.";
  writeFileSync(file, `${[head, ...new Set(texts)].join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
}

function describeLicense(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  ) as Manifest;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (license === undefined && file === undefined) {
    throw new Error(`expected ${name}@${version} to have a license, got none: don't bundle it`);
  }
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim();
  return `${name} ${version} (${license ?? "see below"})\n\n${text}`.trim();
}

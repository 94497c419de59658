/* llms.txt names every page of the site once, by an address where its text is. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "./content.ts";

const LINK = /^- \[[^\n]*?\]\(([^)\s]+)\): (.*)$/;

/** Sentences about what is wrong with the llms.txt of a built site. */
export function llmsProblems(folder: string, pages: readonly Pick<Page, "path">[]): string[] {
  const text = readFileSync(join(folder, "llms.txt"), "utf8");
  const problems: string[] = [];
  if (!/^# \S.*\n\n> \S/.test(text))
    problems.push("llms.txt: no title with a summary at its start");
  const named = new Map<string, number>();
  for (const line of text.split("\n").filter((each) => each.startsWith("- "))) {
    const [, path = "", about = ""] = LINK.exec(line) ?? [];
    if (path === "") problems.push(`llms.txt: not a link: ${line}`);
    else {
      named.set(path, (named.get(path) ?? 0) + 1);
      if (about === "") problems.push(`llms.txt: nothing is said about ${path}`);
      if (about !== "" && (about.includes(" · ") || !/[.!?]$/.test(about)))
        problems.push(`llms.txt: not a sentence about ${path}: ${about}`);
      if (about.includes("```"))
        problems.push(`llms.txt: code instead of a sentence about ${path}`);
      if (!existsSync(join(folder, path))) problems.push(`llms.txt: nothing at ${path}`);
    }
  }
  for (const { path } of pages) {
    const times = named.get(path) ?? 0;
    if (times !== 1) problems.push(`llms.txt: ${path} is named ${times} times`);
  }
  return problems;
}

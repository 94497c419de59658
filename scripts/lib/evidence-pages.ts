import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { figureProblems, type Strict } from "./figures.ts";
import { readmeFigureProblems } from "./readme-figures.ts";
import { ROOT } from "./root.ts";

/** In which paragraphs of a page every figure must say where it comes from. */
const PAGES: Record<string, Strict> = {
  "docs/evidence.md": () => true,
  "docs/chains.md": (paragraph) => paragraph.includes("scripts/evidence"),
  "docs/checkers.md": (paragraph) => paragraph.includes("scripts/evidence"),
  "docs/performance.md": () => false,
  "docs/decisions/0005-when-a-poll-gives-up.md": (paragraph) => paragraph.includes("evidence.md"),
};

function saved(name: string): string | null {
  const path = join(ROOT, "docs/evidence", `${name}.txt`);
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}

/** Figures that differ from the saved outputs, as `page:line: what is wrong`. `texts` replace pages. */
export function evidenceProblems(texts: Record<string, string> = {}): string[] {
  const read = (page: string): string => texts[page] ?? readFileSync(join(ROOT, page), "utf8");
  return [
    ...readmeFigureProblems(read("README.md"), { saved }).map((each) => `README.md: ${each}`),
    ...Object.entries(PAGES).flatMap(([page, strict]) =>
      figureProblems(read(page), { saved }, strict).map((problem) => `${page}:${problem}`),
    ),
  ];
}

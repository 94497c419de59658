/*
 * Links between Markdown files: each leads to a file and, where it has an anchor, to a heading of it. A source in a code
 * span exists too.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";

const LINK = /\]\((?<path>[^)#\s]*)(?:#(?<anchor>[^)\s]*))?\)/g;
const HEADING = /^#{1,6} (?<title>.+)$/gm;
const CODE = /^(?<fence>```|~~~)[\s\S]*?^\k<fence>$/gm;

/** A path below a package, such as `core/src/debate` or `packages/core/src/debate/run.ts`. */
const SOURCE = /`(?:packages\/)?(?<path>[a-z]+\/src\/[\w./-]+)`/g;

/** The anchor of a heading, as GitHub and the site make it. */
function slugify(title: string): string {
  return title
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

const listAnchors = (text: string): Set<string> =>
  new Set(
    [...text.replaceAll(CODE, "").matchAll(HEADING)].map(({ groups }) =>
      slugify(groups?.["title"] ?? ""),
    ),
  );

/** Links of a page that lead nowhere, as sentences. */
export function findBrokenLinks(root: string, page: string, text: string): string[] {
  const problems: string[] = [];
  for (const { groups } of text.replaceAll(CODE, "").matchAll(LINK)) {
    const { path = "", anchor } = groups ?? {};
    if (/^[a-z][a-z+.-]*:/i.test(path)) continue;
    const file = path === "" ? page : normalize(join(dirname(page), path));
    if (file !== page && !existsSync(join(root, file)))
      problems.push(`${page}: no such file: ${path}`);
    else if (anchor && file.endsWith(".md")) {
      const target = file === page ? text : readFileSync(join(root, file), "utf8");
      if (!listAnchors(target).has(anchor))
        problems.push(`${page}: no such heading: ${path}#${anchor}`);
    }
  }
  for (const { groups } of text.replaceAll(CODE, "").matchAll(SOURCE)) {
    const { path = "" } = groups ?? {};
    if (!existsSync(join(root, "packages", path))) problems.push(`${page}: no such file: ${path}`);
  }
  return problems;
}

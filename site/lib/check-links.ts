/* Every link inside the built site leads to a file, and every anchor to an element. */
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path/posix";

const HREF = /\s(?:href|src)="([^"]*)"/g;
const ID = /\sid="([^"]*)"/g;

const plain = (text: string): string =>
  text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'");

/** Sentences about links that lead nowhere. */
export function linkProblems(folder: string, base: string): string[] {
  const pages = globSync("**/*.html", { cwd: folder }).map((name) => name.replaceAll("\\", "/"));
  const read = (page: string): string => readFileSync(join(folder, page), "utf8");
  // What a script contains is no link.
  const sources = new Map(
    pages.map((page) => [page, read(page).replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")]),
  );
  const ids = new Map(
    [...sources].map(([page, html]) => [
      page,
      new Set([...html.matchAll(ID)].map(([, id]) => plain(id ?? ""))),
    ]),
  );

  function fileOf(page: string, path: string): string | null {
    if (path === "") return page;
    if (path.startsWith("/") && !path.startsWith(base)) return null;
    const inside = path.startsWith("/") ? path.slice(base.length) : join(dirname(page), path);
    for (const name of [inside, `${inside}.html`, join(inside, "index.html")]) {
      const file = join(folder, name);
      if (existsSync(file) && statSync(file).isFile()) return name.replace(/^\.\//, "");
    }
    return null;
  }

  const problems: string[] = [];
  for (const [page, html] of sources) {
    for (const [, found] of html.matchAll(HREF)) {
      const href = plain(found ?? "");
      if (/^(?:[a-z][a-z+.-]*:|\/\/)/i.test(href)) continue;
      const [path = "", anchor] = href.split("#", 2);
      const file = fileOf(page, decodeURI(path.replace(/\?.*$/, "")));
      if (file === null) problems.push(`${page}: nothing at ${href}`);
      else if (anchor && ids.has(file) && !page.startsWith("play/")) {
        if (!ids.get(file)?.has(decodeURIComponent(anchor))) {
          problems.push(`${page}: no such place: ${href}`);
        }
      }
    }
  }
  return [...new Set(problems)];
}

/* The pages of `docs/` as the site shows them: links into the repository become addresses. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path/posix";
import { ROOT } from "../../scripts/lib/root.ts";

const { repository } = JSON.parse(
  readFileSync(join(ROOT, "packages/rostrum/package.json"), "utf8"),
) as { repository: { url: string } };
export const REPOSITORY: string = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");

export interface Page {
  /** Where it is in the repository. */
  file: string;
  /** Where it is on the site, with its extension. */
  path: string;
  title: string;
  markdown: string;
}

/** Pages outside `docs/`, by their path on the site. */
const OTHERS: Readonly<Record<string, string>> = {
  "CONTRIBUTING.md": "contributing.md",
  "CHANGELOG.md": "changelog.md",
  "SECURITY.md": "security.md",
  "packages/embedded/training/README.md": "training.md",
};

function pathOf(file: string): string {
  return OTHERS[file] ?? file.replace(/^docs\//, "").replace(/README\.md$/, "index.md");
}

export function docsPages(): Page[] {
  const files = [...globSync("docs/**/*.md", { cwd: ROOT }).sort(), ...Object.keys(OTHERS)];
  return files.map((file) => {
    const source = readFileSync(join(ROOT, file), "utf8");
    const title = /^# (.+)$/m.exec(source)?.[1] ?? file;
    return { file, path: pathOf(file), title, markdown: forSite(file, source) };
  });
}

/** Code stays as it is; comments go; links lead to pages of the site or into the repository. */
export function forSite(file: string, source: string): string {
  const parts = source.split(/(^```[\s\S]*?^```$)/m);
  return parts
    .map((part, index) =>
      index % 2 === 1 ? part : withLinks(file, withImages(withoutComments(part))),
    )
    .join("");
}

/** A comment that is the first on its line would open a block of HTML. */
const withoutComments = (text: string): string => text.replace(/<!--[\s\S]*?-->/g, "");

/** The site takes no HTML; pictures, for light and dark pages on GitHub, are the only HTML that the pages have. */
const withImages = (text: string): string =>
  text
    .replace(/<picture>\s*|<source [^>]*>\s*|\s*<\/picture>/g, "")
    .replace(/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g, "![$2]($1)");

function withLinks(file: string, text: string): string {
  return text
    .replaceAll("{{", "&#123;&#123;")
    .replace(
      /(!?)\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/g,
      (whole, image: string, words: string, target: string) => {
        if (/^(?:[a-z][a-z+.-]*:|#|\/\/)/i.test(target)) return whole;
        const [path = "", anchor] = target.split("#", 2);
        const place = placeOf(normalize(join(dirname(file), path)), image !== "");
        return `${image}[${words}](${place}${anchor === undefined ? "" : `#${anchor}`})`;
      },
    );
}

/** The address of a file of the repository. Pages and pictures of the site start with a slash. */
function placeOf(file: string, image: boolean): string {
  const path = file.replace(/\/$/, "");
  if (path === "README.md" || path === ".") return "/";
  if (path === "examples") return "/examples/";
  if (/^examples\/[\w-]+\.ts$/.test(path)) return `/${path.replace(/\.ts$/, "")}`;
  if (path in OTHERS || /^docs\/.*\.md$/.test(path)) {
    return `/${pathOf(path)
      .replace(/(?:^|\/)index\.md$/, "/")
      .replace(/\.md$/, "")}`;
  }
  if (path.startsWith("docs/images/")) return `/${path.replace("docs/", "")}`;
  if (!existsSync(join(ROOT, path))) throw new Error(`no such file: ${path}`);
  return `${REPOSITORY}/${image ? "raw" : "blob"}/HEAD/${path}`;
}

/* llms.txt and llms-full.txt: the documentation for language models, as https://llmstxt.org describes. */
import type { Page } from "./content.ts";

/** The first sentence of a page. */
function aboutOf({ markdown }: Page): string {
  const prose = markdown
    .replace(/^---[\s\S]*?^---$/m, "")
    .replaceAll(/^```[\s\S]*?^```$/gm, "")
    .split(/\n{2,}/)
    // A list of the page's sections is not a sentence about it.
    .find((block) => /^(?:rostrum|[A-Z`*[])/.test(block.trim()) && !block.includes(" · "));
  const words = (prose ?? "")
    .replace(/\s+/g, " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("**", "")
    .trim();
  return /^.*?[.:](?= |$)/.exec(words)?.[0].replace(/:$/, ".") ?? words;
}

export function llmsTxt(groups: readonly { title: string; pages: readonly Page[] }[]): string {
  const sections = groups.map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](${page.path}): ${aboutOf(page)}`);
    return `## ${title}\n\n${lines.join("\n")}`;
  });
  const about =
    "rostrum asks a panel of language models one hard question, lets them argue in rounds, and returns one answer " +
    "with its cost, its confidence, its dissent and why it stopped. A TypeScript library, a command line, a server " +
    "with a page, and an evaluation harness.";
  return [`# rostrum`, `> ${about}`, ...sections, ""].join("\n\n");
}

export function llmsFullTxt(pages: readonly Page[]): string {
  return `${pages.map(({ path, markdown }) => `<!-- ${path} -->\n\n${markdown.trim()}`).join("\n\n\n")}\n`;
}

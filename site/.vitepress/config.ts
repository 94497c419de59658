import { readFileSync } from "node:fs";
import { defineConfig, type MarkdownRenderer } from "vitepress";

/** Written by build.ts. */
const { sidebar, repository } = JSON.parse(
  readFileSync(new URL("../.content/site.json", import.meta.url), "utf8"),
);

/** Anchors as GitHub makes them, because the pages are read there too. */
function slugify(title: string): string {
  return title
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/** A block of code in the language "run" is a button that runs the example of that name. */
function withRunButton({ renderer }: MarkdownRenderer): void {
  const { fence } = renderer.rules;
  renderer.rules.fence = (tokens, index, ...rest) => {
    const { info, content } = tokens[index];
    if (info !== "run") return fence(tokens, index, ...rest);
    return `<ExampleRunner name="${content.trim().replaceAll(/[^\w-]/g, "")}" />`;
  };
}

export default defineConfig({
  title: "rostrum",
  description: "A panel of language models answers one question in rounds.",
  base: process.env["SITE_BASE"] ?? "/",
  srcDir: ".content",
  // Copied as they are, for language models.
  srcExclude: ["public/**"],
  outDir: "dist",
  cleanUrls: true,
  lastUpdated: false,
  // Pages are Markdown as GitHub shows it, so a "<model>" is text.
  markdown: {
    html: false,
    // Letters that people with weak eyes can read on the grey of a block.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify },
    config: withRunButton,
  },
  head: [["link", { rel: "icon", href: "data:," }]],
  vite: { build: { reportCompressedSize: false, chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    nav: [
      { text: "Start", link: "/start" },
      { text: "Gallery", link: "/gallery" },
      { text: "Examples", link: "/examples/" },
      { text: "API", link: "/api/" },
      { text: "Playground", link: "/play/", target: "_self" },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
    notFound: {
      title: "There is no page at this address",
      quote: "It may have moved: search for it, or start from the first page.",
      linkText: "First page",
      linkLabel: "go to the first page",
    },
    socialLinks: [{ icon: "github", link: repository }],
  },
});

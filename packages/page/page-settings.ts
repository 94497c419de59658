import type { InlineConfig, Plugin } from "vite";

/** How the page and the playground are built. `root`: the folder of the one that is built. */
export const pageSettings = (root: string): InlineConfig => ({
  root,
  base: "./",
  configFile: false,
  logLevel: "warn",
  // The package's entries are its sources here, so that a page is built without building the package first.
  resolve: { tsconfigPaths: true },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  plugins: [keepOnlyLexer()],
});

/** Browsers that support `light-dark()`, so that it is not rewritten. */
export const BROWSERS: string[] = ["chrome125", "edge125", "firefox128", "safari18"];

/**
 * marked makes a renderer of HTML when it is imported. A page that never inserts markup needs only the part that reads
 * Markdown: everything from that renderer's instance on is left out, a fifth of the library.
 */
function keepOnlyLexer(): Plugin {
  return {
    name: "keep-only-lexer",
    transform(code, id) {
      if (!id.endsWith("/marked.esm.js")) return null;
      const instance = /var \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\(/.exec(code);
      const names = ["Lexer", "Tokenizer", "getDefaults"].map((name) =>
        new RegExp(`(?:export\\{|,)(\\w+) as ${name}[,}]`).exec(code.slice(-1000)),
      );
      if (instance === null || names.includes(null))
        throw new Error("marked is built in another way now: mend keepOnlyLexer");
      const exported = names.map((name) => name?.[0].replace(/^export\{|^,|[,}]$/g, ""));
      return { code: `${code.slice(0, instance.index)}export{${exported.join(",")}};`, map: null };
    },
  };
}

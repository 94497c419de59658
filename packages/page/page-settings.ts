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
  plugins: [leaveOutFont(), leaveOutRenderer(), orderLayers()],
});

/** Browsers that support `light-dark()`, so that it is not rewritten. */
export const BROWSERS: string[] = ["chrome125", "edge125", "firefox128", "safari18"];

/** Temml's styles bring a font for script capitals. A shared file may load nothing, so the reader's own fonts draw them. */
function leaveOutFont(): Plugin {
  return {
    name: "leave-out-font",
    enforce: "pre",
    transform: (code, id) =>
      id.endsWith("/Temml-Local.css") ? code.replace(/@font-face\s*\{[^}]*\}/, "") : null,
  };
}

/** End of Marked's file: it creates a renderer to HTML, and exports it with everything else. */
const MARKED_SETUP =
  /var \w+=new \w+;function \w+\(\w+,\w+\)\{return \w+\.parse\(.*export\{(.*)\};/s;

/**
 * Marked creates its renderer when it is loaded, so that no bundler can leave it out. The page renders Markdown itself,
 * and needs only the part that reads it.
 */
function leaveOutRenderer(): Plugin {
  return {
    name: "leave-out-renderer",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/marked.esm.js")) return null;
      const [setup, names = ""] = MARKED_SETUP.exec(code) ?? [];
      if (setup === undefined)
        throw new Error(`expected ${id} to end with the setup of a renderer`);
      const readers = names
        .split(",")
        .filter((name) => /(?:Lexer|Tokenizer|getDefaults)$/.test(name));
      return code.replace(setup, () => `export{${readers.join(",")}};`);
    },
  };
}

/**
 * A later layer of styles goes before an earlier one, and the first file that a browser reads
 * decides on the order of layers. Which file that is depends on how modules share them, so each
 * begins with the order.
 */
function orderLayers(): Plugin {
  return {
    name: "order-layers",
    enforce: "pre",
    transform: (code, id) =>
      id.endsWith(".css") ? `@layer base, views, touch, print;\n${code}` : null,
  };
}

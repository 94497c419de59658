/* One HTML file that shows one debate without a server: the views of the page, and a place for the debate. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { BROWSERS, pageSettings } from "./page-settings.ts";
import { EVENTS_MARK } from "./src/share/embed-events.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));

interface ShareTemplate {
  html: string;
  /** The files of the modules in it. */
  modules: readonly string[];
}

export async function buildShareTemplate(): Promise<ShareTemplate> {
  const built = (await build({
    ...pageSettings(HERE),
    define: { SHARE_TEMPLATE: '""' },
    build: {
      target: BROWSERS,
      write: false,
      modulePreload: false,
      rolldownOptions: { input: join(HERE, "src/share.tsx"), output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  const chunk = built.output.find((file) => file.type === "chunk");
  const style = built.output.find((file) => file.type === "asset")?.source ?? "";
  const html = templateOf((chunk?.code ?? "").trim(), String(style).trim());
  return { html, modules: chunk?.moduleIds ?? [] };
}

/** Only this script and this style may be used, whatever the debate contains. */
function templateOf(script: string, style: string): string {
  if (/<\/(?:script|style)/i.test(script + style))
    throw new Error("the bundle would end its element");
  const hash = (text: string): string =>
    `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>rostrum</title>
<style>${style}</style>
</head>
<body>
<script type="application/json" id="events">${EVENTS_MARK}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

import { clipped } from "../../visible.ts";
import { asRecord, type Exportable } from "../as-record.ts";
import { listBlocks } from "../blocks.ts";
import { markup, raw } from "./markup.ts";
import { renderBlocks } from "./blocks.ts";
import { STYLE } from "./style.ts";

/** Nothing may be loaded or run, whatever a reply contains. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** A debate as one HTML file that needs no network and no script. What models wrote is text in it. */
export function toHtml(source: Exportable): string {
  const record = asRecord(source);
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${POLICY}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${clipped(record.result.question, 80)} · rostrum</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>Debate</h1>
          ${renderBlocks(listBlocks(record))}
        </main>
      </body>
    </html> `;
  return page.source;
}

import { type Exportable, toJson } from "./as-record.ts";
import { exportSarif } from "./findings/sarif.ts";
import { toHtml } from "./html/render.ts";
import { toMarkdown } from "./markdown/render.ts";
import { toMermaid } from "./mermaid.ts";

/** A form in which a debate can be written. */
export interface ExportFormat {
  /** What flags and requests call it. */
  name: string;
  /** The ending of its files, without the dot. Default: its name. */
  extension?: string;
  mediaType: string;
  /** What it is, in a few words. */
  about: string;
  write(source: Exportable): string;
}

/** Every format, the default first. The flag, the REST route and their help are made from this list. */
export const EXPORT_FORMATS: readonly [ExportFormat, ...ExportFormat[]] = [
  { name: "md", mediaType: "text/markdown", about: "a Markdown document", write: toMarkdown },
  {
    name: "html",
    mediaType: "text/html",
    about: "one HTML page that needs no network and no script",
    write: toHtml,
  },
  { name: "json", mediaType: "application/json", about: "the whole record", write: toJson },
  {
    name: "mermaid",
    extension: "mmd",
    mediaType: "text/plain",
    about: "a diagram of who changed to which answer",
    write: toMermaid,
  },
  {
    name: "sarif",
    mediaType: "application/sarif+json",
    about: "findings of a review, as SARIF 2.1.0",
    write: exportSarif,
  },
];

/** The format of this name, or else the first. Whoever takes a name from outside checks it. */
export function findExportFormat(name: string): ExportFormat {
  return EXPORT_FORMATS.find((format) => format.name === name) ?? EXPORT_FORMATS[0];
}

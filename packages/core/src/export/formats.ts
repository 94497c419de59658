import { type Exportable, toJson } from "./as-record.ts";
import { exportSarif } from "./findings/sarif.ts";
import { toHtml } from "./html/render.ts";
import { toMarkdown } from "./markdown/render.ts";
import { toMermaid } from "./mermaid.ts";

/** A format in which a debate can be exported. */
export interface ExportFormat {
  /** Name in flags and requests. */
  name: string;
  /** File extension without the dot. Default: the name. */
  extension?: string;
  mediaType: string;
  /** Short description. */
  about: string;
  /** `version` is that of rostrum, for formats that name their program. */
  write(source: Exportable, options?: { version: string }): string;
}

/** All formats, the default first. The flag, the REST route and their help derive from this list. */
export const EXPORT_FORMATS: readonly [ExportFormat, ...ExportFormat[]] = [
  { name: "md", mediaType: "text/markdown", about: "a Markdown document", write: toMarkdown },
  {
    name: "html",
    mediaType: "text/html",
    about: "one HTML page that needs no network and no script",
    write: toHtml,
  },
  { name: "json", mediaType: "application/json", about: "the complete record", write: toJson },
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

/** The format with this name, or the default. Callers must validate names from outside. */
export function findExportFormat(name: string): ExportFormat {
  return EXPORT_FORMATS.find((format) => format.name === name) ?? EXPORT_FORMATS[0];
}

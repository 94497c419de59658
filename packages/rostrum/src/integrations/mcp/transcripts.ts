import {
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
} from "@modelcontextprotocol/server";
import { clipped, toMarkdown } from "../../export/index.ts";
import type { McpHost } from "./host.ts";
import { transcriptUri } from "./outcome.ts";

const LISTED = 50;
const MARKDOWN = "text/markdown";

/** Every debate as a Markdown document, by its address. */
export function addTranscripts(server: McpServer, host: McpHost): void {
  const template = new ResourceTemplate("rostrum://debates/{id}", {
    async list() {
      const runs = await host.recent(LISTED);
      return {
        resources: runs.map(({ id, question, status }) => ({
          uri: transcriptUri(id),
          name: id,
          title: clipped(question, 80),
          description: `Transcript of a debate (${status})`,
          mimeType: MARKDOWN,
        })),
      };
    },
  });
  server.registerResource(
    "transcript",
    template,
    { title: "Transcript of a debate", mimeType: MARKDOWN },
    async (uri, { id: raw }) => {
      const id = decodeURIComponent(String(raw));
      const record = await host.record(id);
      if (!record) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text: toMarkdown(record) }] };
    },
  );
}

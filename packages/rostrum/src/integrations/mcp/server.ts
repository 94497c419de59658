import type { Readable, Writable } from "node:stream";
import { McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { toMarkdown } from "../../export/index.ts";
import { packageVersion } from "../../package-version.ts";
import { clipLine } from "../../visible.ts";
import type { McpHost } from "./host.ts";
import { transcriptUri } from "./outcome.ts";
import { addTools } from "./tools.ts";

const INSTRUCTIONS =
  "Panels of language models argue about a question and return one answer, with agreement, dissent and cost. They only " +
  "advise: they read what you pass and change nothing. Pass the material with the question, because the panel sees " +
  "nothing else. A debate that takes long goes on in the background: go on with other work, then call result with its id. " +
  "Tell the user about notices and dissent, not only the answer.";

/** An MCP server with the tools of panels, and every transcript as a resource. */
export function mcpServer(host: McpHost): McpServer {
  const server = new McpServer(
    { name: "rostrum", title: "rostrum", version: packageVersion() },
    {
      instructions: [INSTRUCTIONS, ...(host.notice === undefined ? [] : [host.notice])].join(
        "\n\n",
      ),
    },
  );
  addTools(server, host);
  addTranscripts(server, host);
  return server;
}

const LISTED = 50;
const MARKDOWN = "text/markdown";

/** Every debate as a Markdown document, by its address. */
function addTranscripts(server: McpServer, host: McpHost): void {
  const template = new ResourceTemplate("rostrum://debates/{id}", {
    async list() {
      const runs = await host.recent(LISTED);
      return {
        resources: runs.map(({ id, question, status }) => ({
          uri: transcriptUri(id),
          name: id,
          title: clipLine(question, 80),
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
      const run = await host.find(id);
      if (!run) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text: toMarkdown(run.record()) }] };
    },
  );
}

/** Serves MCP over standard input and output, or over other streams, until the client leaves. */
export async function serveMcpStdio(
  host: McpHost,
  onError: (error: Error) => void = () => undefined,
  { stdin, stdout }: { stdin: Readable; stdout: Writable } = process,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const transport = new StdioServerTransport(stdin, stdout);
  serveStdio(() => mcpServer(host), { transport, onerror: onError });
  stdin.once("end", ended.resolve);
  stdin.once("close", ended.resolve);
  await ended.promise;
}

import { McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import { z } from "zod";
import { toMarkdown } from "@rostrum/core/export";
import { packageVersion } from "@rostrum/runtime/package";
import { clipLine } from "@rostrum/core/support";
import type { McpHost } from "./host.ts";
import { transcriptUri } from "./outcome.ts";
import { addTools, type OnError } from "./tools.ts";

const INSTRUCTIONS =
  "Panels of language models argue about a question and return one answer, with agreement, dissent and cost. They only " +
  "advise: they change nothing. Pass the material with the question, because the panel sees nothing else; the reviews of " +
  "a local server also read the repository of its folder. Debates run in the background and take seconds to minutes: " +
  "tell the user that one has begun, go on with other work, then call result with its id. Only cancel ends a debate. " +
  "Tell the user about notices, dissent and differences, not only the answer.";

/** An MCP server with the tools of panels, and every transcript as a resource. */
export function createMcpServer(host: McpHost, onError: OnError): McpServer {
  const server = new McpServer(
    { name: "rostrum", title: "rostrum", version: packageVersion() },
    {
      instructions: [INSTRUCTIONS, ...(host.notice === undefined ? [] : [host.notice])].join(
        "\n\n",
      ),
    },
  );
  addTools(server, host, onError);
  addTranscripts(server, host);
  addPrompts(server);
  return server;
}

const WAIT = 'It returns an id and its expected cost at once; wait with the tool "result".';
const REPORT = `${WAIT} Then tell me the answer, who dissents, where they differ, every notice, and the cost.`;
const CHECK = `${WAIT} Then list the findings that stand and the cost, and check each finding in the code before you act on it.`;

/** Commands that clients offer to the person who uses them, such as `/mcp__rostrum__ask`. */
const PROMPTS = [
  {
    name: "ask",
    title: "Ask a panel of models",
    argument: "question",
    task: `Ask a rostrum panel this, with the tool "ask". Pass the material that it needs as context. ${REPORT} If I gave no question, take the one that we are discussing.`,
  },
  {
    name: "review",
    title: "Let a panel review what changed",
    argument: "about",
    task: `Let a rostrum panel review the current changes, with the tool "review": it reads the repository itself where it can, and takes documents otherwise. ${CHECK}`,
  },
  {
    name: "plan",
    title: "Let a panel review a plan",
    argument: "plan",
    task: `Let a rostrum panel review this plan before it is carried out, with the tool "review_plan". ${WAIT} Then tell me the verdict, the findings that stand, and the cost. If I gave no plan, take the one that we are discussing, whole.`,
  },
];

function addPrompts(server: McpServer): void {
  for (const { name, title, argument, task } of PROMPTS) {
    const argsSchema = z.object({ [argument]: z.string().optional() });
    server.registerPrompt(name, { title, description: title, argsSchema }, (args) => {
      const words = args[argument]?.trim() ?? "";
      const text = words === "" ? task : `${task}\n\n${words}`;
      return { messages: [{ role: "user", content: { type: "text", text } }] };
    });
  }
}

const MAX_LISTED = 50;
const MARKDOWN = "text/markdown";

/** Every debate as a Markdown document, by its address. */
function addTranscripts(server: McpServer, host: McpHost): void {
  const template = new ResourceTemplate("rostrum://debates/{id}", {
    async list() {
      const runs = await host.recent(MAX_LISTED);
      return {
        resources: runs.map(({ id, title, status }) => ({
          uri: transcriptUri(id),
          name: id,
          title: clipLine(title, 80),
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

import type { McpServer, Tools } from "../protocol/settings.ts";
import { type OptionFields, panelFlag } from "./field.ts";

/** An MCP server, by command or address. */
export const MCP_SERVER: OptionFields<keyof McpServer> = {
  command: {
    kind: "words",
    needsTrust: "program",
    about: "Program of the server, with its arguments. Started for each run.",
  },
  url: { kind: "text", needsTrust: "address", about: "Address of the server." },
  allow: {
    kind: "names",
    otherwise: "tools that the server marks as read-only",
    about: "Tools that may be used. Tools that aren't marked as read-only must be listed here.",
  },
  env: {
    kind: "names",
    otherwise: "none",
    about: "Environment variables to pass to the program, in addition to PATH, HOME and the like.",
  },
  bearer: {
    kind: "text",
    otherwise: "none",
    about: "Environment variable with the bearer token for `url`.",
  },
};

export const TOOLS: OptionFields<keyof Tools> = {
  mcp: {
    kind: "mcp_server",
    many: true,
    type: "McpServer | McpServer[]",
    about: "MCP servers, such as one for web search.",
    flag: panelFlag("--mcp", {
      placeholder: "command|url",
      help: "MCP server for every debater: its command or address.",
    }),
  },
  fetch: {
    kind: "text",
    many: true,
    needsTrust: "address",
    type: "string | string[]",
    about:
      "Fetch pages whose addresses begin with one of these prefixes, such as `https://example.com/docs/`. Private networks are blocked.",
    flag: panelFlag("--fetch", {
      placeholder: "address",
      help: "Let debaters fetch pages whose addresses begin with this.",
    }),
  },
  files: {
    kind: "text",
    needsTrust: "folder",
    about: "Read the text files in this folder, and nothing outside it.",
    flag: panelFlag("--files", {
      placeholder: "folder",
      help: "Let debaters read the text files in this folder.",
    }),
  },
  repository: {
    kind: "text",
    needsTrust: "folder",
    about:
      "Read the tracked files of the git repository in this folder, except dot files and files that may hold secrets. Also available while reviewers vote.",
    flag: panelFlag("--repository", {
      placeholder: "folder",
      help: "Let debaters read the tracked files of the git repository in this folder.",
    }),
  },
  repositoryCommit: {
    kind: "text",
    otherwise: "the files of the working tree",
    about: "Commit of `repository` to read, or `:0` for what is staged.",
    flag: panelFlag("--repository-commit", { placeholder: "commit" }),
  },
  search: {
    kind: "boolean",
    about:
      "Search the web through the model's provider: OpenAI, Anthropic or Google. Not available to other models.",
    flag: panelFlag("--search", { help: "Let debaters search the web through their provider." }),
  },
  calc: {
    kind: "boolean",
    about: "Exact arithmetic with units.",
    flag: panelFlag("--calc", { help: "Let debaters use a calculator." }),
  },
};

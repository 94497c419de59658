import type { McpServer, Tools } from "../protocol/settings.ts";
import { type OptionFields, panelFlag } from "./field.ts";

/** A server of tools that speaks MCP. It has a command or an address. */
export const MCP_SERVER: OptionFields<keyof McpServer> = {
  command: {
    kind: "words",
    needsTrust: "program",
    about: "The program that is the server, with its arguments. It is started for each run.",
  },
  url: { kind: "text", needsTrust: "address", about: "The address of the server." },
  allow: {
    kind: "names",
    otherwise: "the tools that the server marks as read-only",
    about:
      "The tools that may be used. One that isn't marked as read-only may be used only if it is listed here.",
  },
  env: {
    kind: "names",
    otherwise: "none",
    about:
      "Environment variables that the program may see in addition to those that any program needs.",
  },
  bearer: {
    kind: "text",
    otherwise: "none",
    about: "The name of the environment variable with the token that is sent to `url`.",
  },
};

/** Tools that debaters may use. */
export const TOOLS: OptionFields<keyof Tools> = {
  mcp: {
    kind: "mcp_server",
    many: true,
    type: "McpServer | McpServer[]",
    about: "Servers of tools that speak MCP, such as one for web search.",
    flag: panelFlag("--mcp", {
      placeholder: "command|url",
      help: "A server of tools for every debater: its command or its address.",
    }),
  },
  fetch: {
    kind: "text",
    many: true,
    needsTrust: "address",
    type: "string | string[]",
    about:
      "Read pages: the addresses that may be fetched begin with one of these, such as `https://example.com/docs/`. Private networks are refused.",
    flag: panelFlag("--fetch", {
      placeholder: "address",
      help: "Debaters may fetch pages whose addresses begin with this.",
    }),
  },
  files: {
    kind: "text",
    needsTrust: "folder",
    about: "Read the text files of this folder, and nothing outside it.",
    flag: panelFlag("--files", {
      placeholder: "folder",
      help: "Debaters may read the text files of this folder.",
    }),
  },
  repository: {
    kind: "text",
    needsTrust: "folder",
    about:
      "Read the files that git tracks in the repository of this folder, without dot files. Reviewers may do so while they vote too.",
    flag: panelFlag("--repository", {
      placeholder: "folder",
      help: "Debaters may read the files that git tracks in the repository of this folder.",
    }),
  },
  repositoryCommit: {
    kind: "text",
    otherwise: "the files of the working tree",
    about: "The commit whose files are read from `repository`.",
    flag: panelFlag("--repository-commit", { placeholder: "commit" }),
  },
  search: {
    kind: "boolean",
    about:
      "Search the web with the search of the model's own provider: OpenAI, Anthropic and Google. Other models don't get it.",
    flag: panelFlag("--search", { help: "Debaters may search the web through their provider." }),
  },
  calc: {
    kind: "boolean",
    about: "Exact arithmetic with units.",
    flag: panelFlag("--calc", { help: "Debaters may use a calculator." }),
  },
};

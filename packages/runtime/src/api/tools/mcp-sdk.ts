/*
 * The packages that speak MCP. They start programs, and no bundler for browsers could resolve what they lead to. So
 * this module is started by its address, and nothing imports it.
 */
export { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
export { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

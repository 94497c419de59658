import "./require-node.ts";
export * from "@rostrum/server/langgraph";

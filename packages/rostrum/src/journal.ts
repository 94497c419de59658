import "./require-node.ts";
export * from "@rostrum/runtime/journal";

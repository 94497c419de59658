import "./require-node.ts";
export * from "@rostrum/eval/promptfoo";

export * from "@rostrum/eval/promptfoo";

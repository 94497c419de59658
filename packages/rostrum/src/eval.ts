export * from "@rostrum/eval";

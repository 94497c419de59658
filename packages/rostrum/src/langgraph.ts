export * from "@rostrum/core/langgraph";

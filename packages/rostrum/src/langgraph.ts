export * from "@rostrum/server/langgraph";

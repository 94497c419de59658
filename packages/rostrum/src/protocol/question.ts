/** One turn of a conversation, as chat models take it. */
export interface Message {
  role: "user" | "assistant";
  content: string;
}

/** What the panel is asked. `context` is material it may need: a document, or an earlier conversation. */
export type Question = string | { text: string; context?: string | Message[] };

/** One turn of a conversation, as chat models take it. */
export interface Message {
  role: "user" | "assistant";
  content: string;
}

/** A document with a name: quotes from it are checked, and cited by that name. */
export interface ContextDocument {
  /** One line of at most 200 characters, another one for each document. */
  document: string;
  text: string;
}

/** A turn of an earlier conversation, or a document. */
export type ContextItem = Message | ContextDocument;

/** What the panel is asked. `context` is material it may need: a text, documents, or an earlier conversation. */
export type Question = string | { text: string; context?: string | ContextItem[] };

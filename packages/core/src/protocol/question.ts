/** One turn of a conversation, as in chat models. */
export interface Message {
  role: "user" | "assistant";
  content: string;
}

/** A named document. Quotes from it are checked and cited by this name. */
export interface ContextDocument {
  /** Unique name: one line of at most 200 characters. */
  document: string;
  text: string;
}

/** Types of files that models accept. The first bytes of a file determine its type. */
export const FILE_TYPES = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
] as const;

/** The media type of a file in the context. */
export type FileType = (typeof FILE_TYPES)[number];

/** An image or a PDF, for models that accept them. Quotes from it can't be checked. */
export interface ContextFile {
  /** Name of the file, as for a document. */
  document: string;
  /** Raw bytes, or bytes in base64. */
  data: Uint8Array | string;
  /** Rejected if the bytes have another type. Absent: detected from the bytes. */
  mediaType?: FileType;
}

/** A file in the record. Its bytes are stored only in the journal. */
export interface RecordedFile {
  document: string;
  mediaType: FileType;
  bytes: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: string;
  /** Number of pages, for a PDF. */
  pages?: number;
}

/** A file as passed to a model. */
export interface MessageFile extends RecordedFile {
  /** Bytes in base64. */
  data: string;
}

/** One turn of a prompt, with its files. */
export interface PromptMessage extends Message {
  files?: MessageFile[];
  /** Tools that the model requested in this turn. */
  toolCalls?: { id: string; name: string; input: unknown }[];
  /** Results of requested tools. `content` has the same texts. */
  toolResults?: { id: string; name: string; text: string }[];
}

/** A turn of an earlier conversation, a document, or a file. */
export type ContextItem = Message | ContextDocument | ContextFile;

/** Context item as it is in the record. */
export type RecordedItem = Message | ContextDocument | RecordedFile;

/**
 * Question for the panel. `context` is material that it may need: a text, documents, files, or an earlier
 * conversation.
 */
export type Question = string | { text: string; context?: string | ContextItem[] };

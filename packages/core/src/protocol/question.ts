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
  /** The name of the file, like the name of a document. */
  document: string;
  /** Its bytes, or its bytes in base64. */
  data: Uint8Array | string;
  /** It is an error if the bytes have another type. Absent: the type is read from the bytes. */
  mediaType?: FileType;
}

/** A file in the record, without its bytes, which only the journal stores. */
export interface RecordedFile {
  document: string;
  mediaType: FileType;
  /** Its size. */
  bytes: number;
  /** The SHA-256 of its bytes, in hexadecimal. */
  sha256: string;
  /** The number of pages of a PDF. */
  pages?: number;
}

/** A file as a model gets it. */
export interface MessageFile extends RecordedFile {
  /** In base64. */
  data: string;
}

/** One turn of a prompt, with the files that come with it. */
export interface PromptMessage extends Message {
  files?: MessageFile[];
  /** The tools that this turn of a model asks for. */
  toolCalls?: { id: string; name: string; input: unknown }[];
  /** What became of them. `content` has the same texts. */
  toolResults?: { id: string; name: string; text: string }[];
}

/** A turn of an earlier conversation, a document, or a file. */
export type ContextItem = Message | ContextDocument | ContextFile;

/** The same, as it is in the record. */
export type RecordedItem = Message | ContextDocument | RecordedFile;

/** What the panel is asked. `context` is material it may need: a text, documents, files, or an earlier conversation. */
export type Question = string | { text: string; context?: string | ContextItem[] };

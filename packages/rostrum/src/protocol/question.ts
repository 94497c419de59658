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

/** Types of files that models take. The type is found in a file's first bytes. */
export const FILE_TYPES = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
] as const;

export type FileType = (typeof FILE_TYPES)[number];

/** An image or a PDF, for models that take them. Quotes from it can't be checked. */
export interface ContextFile {
  /** Its name, as of a document. */
  document: string;
  /** Its bytes, or its bytes in base64. */
  data: Uint8Array | string;
  /** An error if the bytes are of another type. Absent: as the bytes say. */
  mediaType?: FileType;
}

/** A file as the record has it: without its bytes, which only the journal keeps. */
export interface RecordedFile {
  document: string;
  mediaType: FileType;
  /** Its size. */
  bytes: number;
  /** Of its bytes, in hexadecimal. */
  sha256: string;
  /** Of a PDF. */
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
}

/** A turn of an earlier conversation, a document, or a file. */
export type ContextItem = Message | ContextDocument | ContextFile;

/** The same as the record has it. */
export type RecordedItem = Message | ContextDocument | RecordedFile;

/** What the panel is asked. `context` is material it may need: a text, documents, files, or an earlier conversation. */
export type Question = string | { text: string; context?: string | ContextItem[] };

/** A document of the context, as text. */
interface TextDocument {
  document: string;
  text: string;
}

/** A file that isn't text, in base64. */
interface FileDocument {
  document: string;
  data: string;
}

export type ContextDocument = TextDocument | FileDocument;

/** Settings of a debate that the page may change, in the form that the server expects. */
export type Settings = Readonly<Record<string, unknown>>;

/** A member of a panel that is built on the page. */
export interface MemberDraft {
  model: string;
  name?: string;
  instructions?: string;
}

/** A question with its panel: a configured one, or one built on the page. */
export type Asking = {
  question: string;
  context?: ContextDocument[];
} & ({ panel: string } | { debaters: MemberDraft[] }) &
  Settings;

import type { ContextDocument, Settings } from "../../api/asking.ts";
import { readFromTab, storeInTab } from "../../api/tab-storage.ts";
import type { Entered } from "../../settings/fields.ts";

/** The panel's task: answer a question, or review the attachments. */
export type Task = "question" | "code" | "plan";

/** A question that hasn't been asked yet. It survives a visit to other screens and a reload. */
export interface Draft {
  task: Task;
  /** The question; in a review, remarks for the reviewers. */
  question: string;
  context: ContextDocument[];
  /** Null for the server's default panel. */
  panel: string | null;
  /** Project that pays. Null if none is chosen. */
  project: string | null;
  entered: Entered;
  settings: Settings;
}

export const EMPTY_DRAFT: Draft = {
  task: "question",
  question: "",
  context: [],
  panel: null,
  project: null,
  entered: {},
  settings: {},
};

const KEY = "draft";

let currentDraft: Draft | null = null;

export function readDraft(): Draft {
  currentDraft ??= readStored();
  return currentDraft;
}

export function storeDraft(draft: Draft): void {
  currentDraft = draft;
  // Files may exceed the browser's storage. The draft is then lost when the page is closed.
  storeInTab(KEY, JSON.stringify(draft));
}

function readStored(): Draft {
  try {
    const storedDraft = JSON.parse(readFromTab(KEY) ?? "{}") as Partial<Draft>;
    return { ...EMPTY_DRAFT, ...storedDraft };
  } catch {
    return EMPTY_DRAFT;
  }
}

import type { ContextDocument, Settings } from "../../api/asking.ts";
import type { Entered } from "../../settings/fields.ts";

/** A question that has not been asked yet. It is kept while the reader is on other screens. */
export interface Draft {
  question: string;
  context: ContextDocument[];
  /** `null`: the server's default one. */
  panel: string | null;
  entered: Entered;
  settings: Settings;
}

export const NOTHING: Draft = { question: "", context: [], panel: null, entered: {}, settings: {} };

let kept: Draft = NOTHING;

export function keptDraft(): Draft {
  return kept;
}

export function keepDraft(draft: Draft): void {
  kept = draft;
}

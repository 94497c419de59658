import type { ContextDocument, Settings } from "../../api/asking.ts";
import type { Entered } from "../../settings/fields.ts";

/**
 * A question that has not been asked yet. It is kept while the reader is on other screens, and when
 * the page is loaded again.
 */
export interface Draft {
  question: string;
  context: ContextDocument[];
  /** `null`: the server's default one. */
  panel: string | null;
  /** Which project pays; `null`: none is named. */
  project: string | null;
  entered: Entered;
  settings: Settings;
}

export const NOTHING: Draft = {
  question: "",
  context: [],
  panel: null,
  project: null,
  entered: {},
  settings: {},
};

const KEY = "rostrum.draft";

let kept: Draft | null = null;

export function readDraft(): Draft {
  kept ??= readStored();
  return kept;
}

export function keepDraft(draft: Draft): void {
  kept = draft;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Files can be larger than the browser stores. The draft is then kept until the page is closed.
    sessionStorage.removeItem(KEY);
  }
}

function readStored(): Draft {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "{}") as Partial<Draft>;
    return { ...NOTHING, ...found };
  } catch {
    return NOTHING;
  }
}

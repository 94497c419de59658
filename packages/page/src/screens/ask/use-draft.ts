import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { readDraft, storeDraft, type Draft } from "./draft.ts";

/** The stored draft, and changes to it. `panelName`: the panel of the address, which the draft takes over. */
export function useDraft(panelName: string | undefined): {
  draft: Draft;
  change(changes: Partial<Draft>): void;
  /** Changes the latest draft, for what may take time. */
  update(next: (draft: Draft) => Draft): void;
} {
  const [draft, update] = useState<Draft>(readDraft);
  const change = (changes: Partial<Draft>): void => update((before) => ({ ...before, ...changes }));
  // Stores the draft before the paint, so that everything visible survives a reload.
  useLayoutEffect(() => storeDraft(draft), [draft]);
  useEffect(() => {
    if (panelName !== undefined) change({ panel: panelName });
  }, [panelName]);
  return { draft, change, update };
}

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useRights } from "../../rights/rights.ts";
import type { DebateSnapshot } from "../../feed/feed.ts";
import { Icon } from "../../parts/icon.tsx";
import { lazy } from "../../parts/lazy.tsx";

const ShareDialog = lazy(async () => (await import("./share-dialog.tsx")).ShareDialog, "part");

/** Opens the dialog that shares a debate. */
export function ShareButton({ id, snapshot }: { id: string; snapshot: DebateSnapshot }): VNode {
  const [open, setOpen] = useState(false);
  const mayLink = useRights()?.may("share", snapshot.record.started?.userId) ?? false;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        <Icon name="share" />
        <span class="label">Share</span>
      </button>
      {open && (
        <ShareDialog id={id} snapshot={snapshot} mayLink={mayLink} close={() => setOpen(false)} />
      )}
    </>
  );
}

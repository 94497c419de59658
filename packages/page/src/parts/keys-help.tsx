import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { lazy } from "./lazy.tsx";
import { useKeys } from "./use-keys.ts";

const KeysDialog = lazy(async () => (await import("./keys-dialog.tsx")).KeysDialog, "part");

let show = (): void => undefined;

/** Shows the list of keys, as `?` does. */
export function openKeys(): void {
  show();
}

/** Opens the list of keys when `?` is pressed. */
export function KeysHelp(): VNode | null {
  const [open, setOpen] = useState(false);
  useKeys({ "?": openKeys });
  useEffect(() => {
    show = () => setOpen(true);
  }, []);
  return open ? <KeysDialog close={() => setOpen(false)} /> : null;
}

import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import "../style/palette.css";

type PaletteComponent = (typeof import("./palette.tsx"))["Palette"];

const LABEL = "Find a run, a panel, a screen or an action";

/** ⌘ on Apple keyboards, Ctrl on others. */
const KEY_LABEL = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘K" : "Ctrl K";

/** Opens the search box for runs, panels, screens and actions. Its code loads on first use. */
export function PaletteButton(): VNode {
  const [Palette, setPalette] = useState<PaletteComponent | null>(null);
  /** Takes the focus at once, so that text typed while the palette loads goes nowhere else. */
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const open = (): void => {
    dialog.current?.showModal();
    import("./palette.tsx").then(
      (module) => {
        if (dialog.current?.open) setPalette(() => module.Palette);
      },
      // The page still has its links.
      () => dialog.current?.close(),
    );
  };
  const takeTyped = (): string => {
    const typed = input.current?.value ?? "";
    if (input.current) input.current.value = "";
    dialog.current?.close();
    return typed;
  };
  // A layout effect, because a key pressed between the first paint and an effect would be lost.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (document.querySelector("dialog[open]") === null) open();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <button type="button" class="quiet find" onClick={open}>
        <Icon name="search" />
        <span class="label">Find</span>
        <kbd class="only-wide" aria-hidden="true">
          {KEY_LABEL}
        </kbd>
      </button>
      <dialog ref={dialog} class="palette" aria-label="Find">
        <input ref={input} type="text" aria-label="Find" placeholder={LABEL} />
        <p class="dim">Searching…</p>
      </dialog>
      {Palette && <Palette label={LABEL} takeTyped={takeTyped} close={() => setPalette(null)} />}
    </>
  );
}

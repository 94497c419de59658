import type { ComponentType, VNode } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";

type PaletteComponent = ComponentType<{ close(): void }>;

/** ⌘ on Apple keyboards, Ctrl on others. */
const KEY_LABEL = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘K" : "Ctrl K";

/** Opens the search box for runs, panels, screens and actions. Its code loads on first use. */
export function PaletteButton(): VNode {
  const [Palette, setPalette] = useState<PaletteComponent | null>(null);
  const open = (): void => {
    // Ignore a failed load: the page still has its links.
    import("./palette.tsx").then(
      (module) => setPalette(() => module.Palette),
      () => undefined,
    );
  };
  // Listens from the first paint on, because a key pressed before an effect has run would be lost.
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
      {Palette && <Palette close={() => setPalette(null)} />}
    </>
  );
}

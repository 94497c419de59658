import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { KEYS } from "./key-list.ts";

export function KeysDialog({ close }: { close(): void }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="keys" aria-labelledby="keys-title" onClose={close}>
      <form method="dialog">
        <h2 id="keys-title">Keys</h2>
        {[...Map.groupBy(KEYS, ({ screen }) => screen)].map(([screen, entries]) => (
          <section>
            <h3>{screen}</h3>
            <dl>
              {entries.map(({ key, effect }) => (
                <div>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{effect}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}

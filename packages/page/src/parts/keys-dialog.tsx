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
        {[...Map.groupBy(KEYS, ({ where }) => where)].map(([where, entries]) => (
          <section>
            <h3>{where}</h3>
            <dl>
              {entries.map(({ key, what }) => (
                <div>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{what}</dd>
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

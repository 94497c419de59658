import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { KEYS } from "./keys.ts";
import { useKeys } from "./use-keys.ts";

let show = (): void => undefined;

/** Shows the list, as `?` does. */
export function openKeys(): void {
  show();
}

/** The list of keys, which `?` opens. */
export function KeysDialog(): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useKeys({ "?": openKeys });
  useEffect(() => {
    show = () => dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="keys" aria-labelledby="keys-title">
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

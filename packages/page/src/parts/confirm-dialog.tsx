import type { VNode } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

/** A question before something that spends money or can't be undone. */
export interface Confirmation {
  title: string;
  /** Consequence of the action, and its cost. */
  text: string;
  /** Label of the button that confirms. */
  button: string;
  /** True if the action loses data. */
  danger?: boolean;
}

interface ConfirmDialogProps extends Confirmation {
  confirm(): void;
  cancel(): void;
}

/** Asks before an action. Escape or a click outside cancels. */
export function ConfirmDialog(props: ConfirmDialogProps): VNode {
  const { title, text, button, danger = false, confirm, cancel } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="confirm"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={cancel}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
    >
      <div class="confirm-words">
        <h2 id={`${id}-title`}>{title}</h2>
        <p id={`${id}-text`}>{text}</p>
      </div>
      <p class="confirm-buttons">
        <button type="button" autofocus onClick={() => dialog.current?.close()}>
          Cancel
        </button>
        <button type="button" class={danger ? "danger filled" : "primary"} onClick={confirm}>
          {button}
        </button>
      </p>
    </dialog>
  );
}

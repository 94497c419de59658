import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { describeError } from "../../api/api-error.ts";
import "../../style/conversation.css";

interface WordsFormProps {
  title: string;
  /** Accessible name of the text field. */
  label: string;
  button: string;
  send(text: string): Promise<void>;
  /** Further buttons. */
  children?: ComponentChildren;
}

/** A form for one text, which is cleared once it has been sent. */
export function WordsForm({ title, label, button, send, children }: WordsFormProps): VNode {
  const [text, setText] = useState("");
  const { busy, error, submit } = useSending(async () => {
    await send(text.trim());
    setText("");
  });
  const empty = text.trim() === "";
  return (
    <form class="words-form" onSubmit={submit} onKeyDown={submitOnEnter}>
      <h2>{title}</h2>
      <label>
        {label}
        <textarea
          rows={3}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <div class="words-buttons">
        <button type="submit" class="primary" disabled={busy || empty}>
          {button}
        </button>
        {children}
      </div>
      {error && (
        <p class="small-problem" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}

/** Submits a form on Ctrl+Enter in any of its fields. */
export function submitOnEnter(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  (event.currentTarget as HTMLFormElement).requestSubmit();
}

interface Sending {
  busy: boolean;
  error: string | null;
  submit(event: SubmitEvent): void;
}

/** Sends a form on submit, and reports a failure. */
export function useSending(send: () => Promise<void>): Sending {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  async function run(): Promise<void> {
    setBusy(true);
    setError(null);
    await send().catch((thrown: unknown) => setError(describeError(thrown)));
    setBusy(false);
  }
  return {
    busy,
    error,
    submit(event) {
      event.preventDefault();
      if (!busy) void run();
    },
  };
}

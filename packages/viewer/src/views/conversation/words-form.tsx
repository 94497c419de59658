import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { describeError } from "../../api/api-error.ts";

interface WordsFormProps {
  title: string;
  /** What the box is for, for those who can't see it too. */
  label: string;
  button: string;
  send(words: string): Promise<void>;
  /** Other things to do instead. */
  children?: ComponentChildren;
}

/** A box for a person's words. It is empty again when they were sent. */
export function WordsForm({ title, label, button, send, children }: WordsFormProps): VNode {
  const [words, setWords] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (words.trim() === "") return;
    setBusy(true);
    setError(null);
    try {
      await send(words.trim());
      setWords("");
    } catch (thrown) {
      setError(describeError(thrown));
    }
    setBusy(false);
  }

  return (
    <form class="words-form" onSubmit={(event) => void submit(event)}>
      <h2>{title}</h2>
      <label>
        {label}
        <textarea
          rows={3}
          value={words}
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </label>
      <div class="words-buttons">
        <button type="submit" class="primary" disabled={busy || words.trim() === ""}>
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

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { onTokenQuestion } from "../api/token.ts";

type Question = Parameters<Parameters<typeof onTokenQuestion>[0]>[0];

/** Asks for the token when the server wants one. */
export function TokenDialog(): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const [question, setQuestion] = useState<Question>(null);
  useEffect(() => onTokenQuestion(setQuestion), []);
  useEffect(() => {
    if (question) dialog.current?.showModal();
    else dialog.current?.close();
  }, [question]);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const token = String(new FormData(form).get("token") ?? "").trim();
    form.reset();
    question?.answer(token);
  }

  return (
    <dialog ref={dialog} aria-labelledby="token-title" onCancel={(event) => event.preventDefault()}>
      <form onSubmit={submit}>
        <h2 id="token-title">This server needs a token</h2>
        <p class="dim">
          {question?.refused
            ? "The server does not know that token."
            : "The token is kept for this tab only, until the tab is closed."}
        </p>
        <label>
          Token
          <input type="password" name="token" required autoComplete="off" />
        </label>
        <button type="submit" class="primary">
          Continue
        </button>
      </form>
    </dialog>
  );
}

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { sentenceOf } from "../api/api-error.ts";
import type { Offer } from "../api/sign-in.ts";
import { lastSignIn, onTokenQuestion } from "../api/token.ts";
import { ActionButton } from "./action-button.tsx";

type Question = Parameters<Parameters<typeof onTokenQuestion>[0]>[0];

/** Asks for the token when the server wants one. */
export function TokenDialog(): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const [question, setQuestion] = useState<Question>(null);
  useEffect(() => onTokenQuestion(setQuestion), []);
  /** `undefined`: not known yet. Nothing is shown before, because it would move while somebody types. */
  const [offer, setOffer] = useState<Offer | null | undefined>(undefined);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    if (question) dialog.current?.showModal();
    else dialog.current?.close();
  }, [question]);
  useEffect(() => {
    if (!question || offer) return;
    load()
      .then(({ offered }) => offered())
      .then(setOffer, (thrown: unknown) => {
        setError(sentenceOf(thrown));
        setOffer(null);
      });
  }, [question]);
  useEffect(() => {
    if (question) dialog.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [question, offer]);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const token = String(new FormData(form).get("token") ?? "").trim();
    form.reset();
    question?.answer(token);
  }

  const field = (
    <form onSubmit={submit}>
      <label>
        Token
        <input type="password" name="token" required autoComplete="off" />
      </label>
      <button type="submit" class="primary">
        Continue
      </button>
    </form>
  );
  const trouble = lastSignIn.trouble ?? (error && `You can't sign in now. ${error}`);
  return (
    <dialog
      class="sign-in"
      ref={dialog}
      aria-labelledby="token-title"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="token-title">{offer === null ? "This server needs a token" : "Sign in"}</h2>
      {trouble && <p class="small-problem">{trouble}</p>}
      <p class="dim">
        {question?.refused
          ? offer
            ? "Your sign-in has ended, or the server does not know that token."
            : "The server does not know that token."
          : "You stay signed in for this tab only, until the tab is closed."}
      </p>
      {offer ? (
        <>
          <p>
            <ActionButton class="primary" act={async () => (await load()).leaveFor(offer)}>
              {`Sign in with ${new URL(offer.address).hostname}`}
            </ActionButton>
          </p>
          <details>
            <summary>I have a token</summary>
            {field}
          </details>
        </>
      ) : (
        offer === null && field
      )}
    </dialog>
  );
}

/** Few servers offer a sign-in, and nobody needs it twice. */
const load = (): Promise<typeof import("../api/sign-in.ts")> => import("../api/sign-in.ts");

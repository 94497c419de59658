import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { describeError } from "../api/api-error.ts";
import type { Offer } from "../api/sign-in.ts";
import { lastSignIn, type TokenQuestion } from "../api/token.ts";
import { ActionButton } from "./action-button.tsx";

/** Asks for a token, or offers to sign in if the server has an identity provider. */
export function TokenDialog({ question }: { question: TokenQuestion }): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Undefined while loading. The form is hidden until then, because it would move while somebody types. */
  const [offer, setOffer] = useState<Offer | null | undefined>(undefined);
  const [error, setError] = useState<string | null>(null);
  const fail = (thrown: unknown): void =>
    setError(`You can't sign in now. ${describeError(thrown)}`);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    if (offer) return;
    load()
      .then(({ getOffer }) => getOffer())
      .then(setOffer, (thrown: unknown) => {
        fail(thrown);
        setOffer(null);
      });
  }, [question]);
  useEffect(() => {
    dialog.current?.querySelector<HTMLElement>("input, button")?.focus();
  }, [question, offer]);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const token = String(new FormData(form).get("token") ?? "").trim();
    form.reset();
    setError(null);
    question.answer(token);
  }
  async function signIn(): Promise<void> {
    const { redirectToProvider, signInInWindow } = await load();
    if (!offer) return;
    setError(null);
    // A user whose session ended may have typed something, so the page must stay open.
    if (!question.wasRefused) return redirectToProvider(offer);
    await signInInWindow(offer, (failure) => (failure ? fail(failure) : question.answer()));
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
  const trouble = error ?? lastSignIn.error;
  const { wasRefused } = question;
  return (
    <dialog
      class="sign-in"
      ref={dialog}
      aria-labelledby="token-title"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="token-title">{offer === null ? "This server needs a token" : "Sign in"}</h2>
      {trouble && <p class="small-problem">{trouble}</p>}
      <p class={wasRefused ? "small-problem" : "dim"} role={wasRefused ? "alert" : undefined}>
        {describeReason(wasRefused, Boolean(offer))}
      </p>
      {offer ? (
        <>
          <p>
            <ActionButton class="primary" act={signIn}>
              {`Sign in${wasRefused ? " again" : ""} with ${new URL(offer.address).hostname}`}
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

function describeReason(refused: boolean, offered: boolean): string {
  if (!refused)
    // On plain http, no cookie can be limited to this server.
    return isSecureContext
      ? "You get a token from the person who runs this server. You stay signed in for up to 12 hours, in all tabs of this browser."
      : "You get a token from the person who runs this server. You stay signed in until your last tab of this page is closed.";
  return offered
    ? "Your sign-in has ended, or the server does not know that token. Sign in again in a new window; what you typed here stays."
    : "The server does not know that token. Check that you copied all of it, or ask the person who runs this server for a new one.";
}

/** Loaded on demand, because few servers offer a sign-in. */
const load = (): Promise<typeof import("../api/sign-in.ts")> => import("../api/sign-in.ts");

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { StoredEvent } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";
import { formatDateTime } from "@rostrum/core/export";
import { describeError } from "../../api/api-error.ts";
import { send } from "../../api/request.ts";
import { createShare, listShares, revokeShare, type Share } from "../../api/shares.ts";
import type { DebateSnapshot } from "../../feed/feed.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { copyText } from "../../parts/copy-text.ts";
import { Icon } from "../../parts/icon.tsx";
import { Problem } from "../../parts/problem.tsx";
import { embedEvents, EVENTS_MARK } from "../../share/embed-events.ts";
import { nameFile, save } from "./save.ts";
import "../../style/share.css";

interface ShareDialogProps {
  id: string;
  snapshot: DebateSnapshot;
  /** True if this user may create links. */
  mayLink: boolean;
  close(): void;
}

/** Shares a debate: with a link that expires, or as a file. */
export function ShareDialog({ id, snapshot, mayLink, close }: ShareDialogProps): VNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { status } = snapshot.record;
  const isOver = status === "completed" || status === "failed";
  return (
    <dialog
      ref={dialog}
      class="share-dialog"
      aria-labelledby="share-title"
      onClose={close}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
    >
      <header>
        <h2 id="share-title">Share this debate</h2>
        <button
          type="button"
          class="quiet brief"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </header>
      {mayLink && <LinkPart id={id} />}
      <section>
        <h3>As a file</h3>
        <p class="dim">An HTML page with this debate. It opens anywhere, without a server.</p>
        {isOver ? (
          <p>
            <ActionButton
              icon="save"
              act={async () =>
                save(
                  nameFile(snapshot.record.started?.question ?? "", id, "html"),
                  await buildSharedFile(snapshot.events),
                )
              }
            >
              Save the file
            </ActionButton>
          </p>
        ) : (
          <p class="dim">You can save it once the debate is over.</p>
        )}
      </section>
    </dialog>
  );
}

const DAYS = [1, 7, 30, 90];

/** Creates, copies, lists and revokes links. */
function LinkPart({ id }: { id: string }): VNode {
  const shares = useLoaded((signal) => listShares(id, signal), id);
  const [days, setDays] = useState(7);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [link, setLink] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);

  async function createLink(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const { token, url } = await createShare(id, days);
      const address = url ?? `${new URL(".", document.baseURI).href}#/shared/${token}`;
      setLink(address);
      setCopied(
        await copyText(address).then(
          () => true,
          () => false,
        ),
      );
      shares.reload();
    } catch (thrown) {
      setError(describeError(thrown));
    }
    setBusy(false);
  }

  const [revoked, setRevoked] = useState(false);
  const active = (shares.value ?? []).filter((share) => share.active);
  return (
    <section>
      <h3>With a link</h3>
      <p class="dim">
        Anyone with the link can read this debate, and nothing else, without an account.
      </p>
      <form class="share-form" onSubmit={(event) => void createLink(event)}>
        <label>
          Valid for
          <select
            value={String(days)}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          >
            {DAYS.map((each) => (
              <option value={String(each)}>{each === 1 ? "1 day" : `${each} days`}</option>
            ))}
          </select>
        </label>
        <button type="submit" class="primary" disabled={busy}>
          <Icon name="link" />
          Create a link
        </button>
      </form>
      {error && (
        <p class="small-problem" role="alert">
          {error}
        </p>
      )}
      <div role="status">
        {link !== null && (
          <div class="share-made">
            <label>
              {copied
                ? "Copied. The link is shown only now."
                : "Copy it now: the link is shown only once."}
              <input
                type="text"
                readOnly
                value={link}
                onFocus={({ currentTarget }) => currentTarget.select()}
              />
            </label>
            <CopyButton label="Copy link" text={() => link} />
          </div>
        )}
      </div>
      {shares.error && <Problem retry={shares.reload}>{shares.error}</Problem>}
      <p class="dim small" role="status">
        {revoked ? "The link was revoked. Nobody can open it any more." : ""}
      </p>
      {active.length > 0 && (
        <ul class="share-list" aria-label="Active links">
          {active.map((share) => (
            <ShareItem
              key={share.id}
              share={share}
              changed={() => {
                setRevoked(true);
                shares.reload();
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function ShareItem({ share, changed: onChange }: { share: Share; changed(): void }): VNode {
  const { id, debate, by, createdAt, expiresAt } = share;
  return (
    <li>
      <span>
        Works until {formatDateTime(Date.parse(expiresAt))}
        <span class="dim small">
          {`made ${formatDateTime(Date.parse(createdAt))}${by === null ? "" : ` by ${escapeInvisible(by)}`}`}
        </span>
      </span>
      <ActionButton
        class="quiet danger"
        icon="close"
        act={() => revokeShare(debate, id).then(onChange)}
      >
        Revoke
      </ActionButton>
    </li>
  );
}

/** Builds a single file with this page and the debate, which needs no server. */
async function buildSharedFile(events: readonly StoredEvent[]): Promise<Blob> {
  const template = await (await send(SHARE_TEMPLATE)).text();
  // Splits instead of calling `replace`, which would interpret a `$` in a reply.
  const [head = "", tail = ""] = template.split(EVENTS_MARK);
  return new Blob([head, embedEvents(events), tail], { type: "text/html" });
}

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import { type AuditEntry, type AuditPage, listAudit } from "../../api/admin.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { DebateLink, ServerTime, WhenLoaded } from "./admin-part.tsx";

const PAUSE_MS = 250;

/** The audit log: actions, attempts and their users. */
export function AuditTab(): VNode {
  const [typed, setTyped] = useState("");
  const [query, setQuery] = useState({ user: "", act: "", outcome: "" });
  const key = JSON.stringify(query);
  const loaded = useLoaded((signal) => listAudit(query, signal), key);
  const [older, setOlder] = useState<AuditPage | null>(null);
  const change = (changes: Partial<typeof query>): void =>
    setQuery((before) => ({ ...before, ...changes }));
  useEffect(() => setOlder(null), [key]);
  useEffect(() => {
    const timer = setTimeout(() => change({ user: typed.trim() }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <>
      <form class="admin-filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <label>
          User
          <input
            type="search"
            value={typed}
            placeholder="Anybody"
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </label>
        <label>
          Action
          <select
            value={query.act}
            onChange={({ currentTarget }) => change({ act: currentTarget.value })}
          >
            <option value="">Anything</option>
            {Object.entries(ACTS).map(([act, label]) => (
              <option value={act}>{label}</option>
            ))}
          </select>
        </label>
        <label>
          Outcome
          <select
            value={query.outcome}
            onChange={({ currentTarget }) => change({ outcome: currentTarget.value })}
          >
            <option value="">Any outcome</option>
            <option value="done">done</option>
            <option value="refused">refused</option>
            <option value="failed">failed</option>
          </select>
        </label>
      </form>
      <WhenLoaded from={loaded}>
        {(first) => {
          const acts = [...first.acts, ...(older?.acts ?? [])];
          const next = older ? older.next : first.next;
          async function loadOlder(): Promise<void> {
            const page = await listAudit({ ...query, before: next ?? "" });
            setOlder({ acts: [...(older?.acts ?? []), ...page.acts], next: page.next });
          }
          if (acts.length === 0) return <p class="empty">No entry matches.</p>;
          return (
            <>
              <DataTable label="Audit log" columns={COLUMNS} rows={acts} />
              {next !== null && (
                <p>
                  <ActionButton icon="down" act={loadOlder}>
                    Older entries
                  </ActionButton>
                </p>
              )}
            </>
          );
        }}
      </WhenLoaded>
    </>
  );
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { name: "Time", cell: ({ at }) => <ServerTime at={at} /> },
  {
    name: "User",
    cell: ({ user }) =>
      user === null ? <span class="dim">no user</span> : <strong>{escapeInvisible(user)}</strong>,
  },
  { name: "Action", cell: ({ act }) => ACTS[act] ?? act.replaceAll("_", " ") },
  {
    name: "Debate",
    cell: ({ debate }) =>
      debate === null ? <span class="dim">–</span> : <DebateLink id={debate} />,
  },
  {
    name: "Outcome",
    cell: ({ outcome, status, code }) => (
      <>
        <span class={outcome === "done" ? "pill" : "pill state-failed"}>{outcome}</span>
        <span class="dim small admin-note said">
          {[
            ...(outcome === "done" ? [] : [`status ${status}`]),
            escapeInvisible(code ?? "").replaceAll("_", " "),
          ]
            .filter(Boolean)
            .join(", ")}
        </span>
      </>
    ),
  },
  {
    name: "From",
    cell: ({ address }) => <span class="dim small said">{escapeInvisible(address ?? "–")}</span>,
  },
];

/** Descriptions of logged actions. */
const ACTS: Readonly<Record<string, string>> = {
  sign_in: "sign in",
  ask: "ask a question",
  fork: "run a debate again",
  follow: "ask a follow-up",
  speak: "speak in a debate",
  say: "give a note",
  proceed: "continue a debate",
  cancel: "stop a debate",
  review: "review a debate",
  outcome: "record the outcome",
  assign: "assign a review",
  share: "share a debate",
  revoke_share: "revoke a link",
  open_share: "open a shared debate",
  delete: "delete a debate",
  read: "read a debate",
  save_panel: "change a panel",
  delete_user: "delete a user's data",
  user_added: "access granted in the server's files",
  user_removed: "access removed in the server's files",
  user_changed: "access changed in the server's files",
  policy_changed: "policy changed in the server's files",
  reload: "reload the settings",
  audit: "read the audit log",
  operate: "open the administration",
};

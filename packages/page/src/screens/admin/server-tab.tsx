import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import { formatDateTime, formatNumber } from "@rostrum/core/export";
import { type AdminServer, getServer, type ReloadOutcome, reloadServer } from "../../api/admin.ts";
import { describeError } from "../../api/api-error.ts";
import { DataTable } from "../../parts/data-table.tsx";
import { Icon } from "../../parts/icon.tsx";
import { AdminPart, Figure, WhenLoaded } from "./admin-part.tsx";
import { useRefreshed } from "./use-refreshed.ts";

/** Version, queue, limits, webhooks and settings of the server process. */
export function ServerTab(): VNode {
  const server = useRefreshed(getServer, "server");
  return (
    <WhenLoaded from={server}>
      {(value) => <ServerFacts server={value} changed={server.reload} />}
    </WhenLoaded>
  );
}

function ServerFacts({
  server,
  changed: onChange,
}: {
  server: AdminServer;
  changed(): void;
}): VNode {
  const { debates, webhooks, limits, panels } = server;
  return (
    <>
      <dl class="usage-total">
        <Figure name="Version">{server.version}</Figure>
        <Figure name="Running">{formatNumber(debates.running)}</Figure>
        <Figure name="In the queue">{formatNumber(debates.queued)}</Figure>
        <Figure name="Waiting for a person">{formatNumber(debates.waiting)}</Figure>
        <Figure name="Open event streams">{formatNumber(server.watchers)}</Figure>
        <Figure name="Memory">{`${formatNumber(Math.round(server.memoryBytes / 1e6))} MB`}</Figure>
      </dl>
      <p class="dim small">
        {`Started ${formatDateTime(Date.parse(server.startedAt))}, on Node ${server.node}, with the panels ${escapeInvisible(panels.join(", "))}.`}
      </p>
      <ReloadPart reload={server.reload} onChange={onChange} />
      <AdminPart title="Limits of the server">
        <dl class="admin-limits">
          {Object.entries(limits).map(([name, value]) => (
            <div>
              <dt>{LIMITS[name] ?? name}</dt>
              <dd>{formatLimit(name, value)}</dd>
            </div>
          ))}
        </dl>
      </AdminPart>
      <AdminPart title="Webhooks">
        {webhooks.hooks.length === 0 ? (
          <p class="dim">
            None. A webhook reports debates that wait for a person, and providers that fail.
          </p>
        ) : (
          <>
            <DataTable
              label="Webhooks"
              columns={[
                { name: "Name", cell: ({ name }) => escapeInvisible(name) },
                { name: "Format", cell: ({ format }) => format },
                { name: "Events", cell: ({ events }) => events.join(", ") },
              ]}
              rows={webhooks.hooks}
            />
            <p class={webhooks.givenUp > 0 ? "small-problem" : "dim small"}>
              {`${formatNumber(webhooks.waiting)} messages are queued; ${formatNumber(webhooks.givenUp)} were dropped.`}
            </p>
          </>
        )}
      </AdminPart>
    </>
  );
}

/** Reloads tokens, panels and limits from their files, and shows the result. */
function ReloadPart({
  reload: { available, last },
  onChange,
}: {
  reload: AdminServer["reload"];
  onChange(): void;
}): VNode {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ReloadOutcome | null>(null);
  async function run(): Promise<void> {
    setBusy(true);
    const refused = (error: unknown): ReloadOutcome => ({
      at: new Date().toISOString(),
      error: describeError(error),
      changed: [],
      warnings: [],
    });
    setOutcome(await reloadServer().catch(refused));
    setBusy(false);
    onChange();
  }
  const latestOutcome = outcome ?? last;
  return (
    <AdminPart title="Settings">
      <p class="dim">
        {available
          ? "The server reads its config and its tokens again when a file changes, or when you reload them here. Running debates keep the settings they began with."
          : "This server was not started from files, so there is nothing to reload."}
      </p>
      {available && (
        <p>
          <button type="button" disabled={busy} onClick={() => void run()}>
            <Icon name="repeat" />
            Reload the settings
          </button>
        </p>
      )}
      <div role="status">{latestOutcome && <Outcome {...latestOutcome} />}</div>
    </AdminPart>
  );
}

function Outcome({ at, error, changed, warnings }: ReloadOutcome): VNode {
  const reloadTime = formatDateTime(Date.parse(at));
  if (error !== null)
    return (
      <p class="notice notice-failed said">
        <strong>Not everything was reloaded ({reloadTime}).</strong> {escapeInvisible(error)}
      </p>
    );
  return (
    <p class="notice notice-reviewed">
      <strong>Reloaded ({reloadTime}).</strong>{" "}
      {changed.length === 0
        ? "Nothing has changed."
        : `Changed: ${changed.map((name) => CHANGED[name] ?? name).join(", ")}.`}
      {warnings.map((warning) => (
        <>
          <br />
          {escapeInvisible(warning)}
        </>
      ))}
    </p>
  );
}

const CHANGED: Readonly<Record<string, string>> = {
  panels: "panels",
  defaultPanel: "the default panel",
  models: "models that may be used",
  auth: "users and tokens",
  policy: "limits and rights",
  webhooks: "webhooks",
};

const LIMITS: Readonly<Record<string, string>> = {
  bodyBytes: "Request size",
  uploadBytes: "Request size with files",
  requestsPerMinute: "Requests of a user, per minute",
  debates: "Debates at once",
  debatesPerUser: "Debates of a user at once",
  queue: "Debates in the queue",
  waiting: "Debates that wait for a person",
  waitingPerUser: "Waiting debates of a user",
  watchers: "Open event streams",
  seats: "Members of a panel",
  rounds: "Rounds of a debate",
  keepAliveMs: "Heartbeat interval",
  stallMs: "Disconnect a stalled reader after",
  leaveMs: "End a debate after its client left for",
};

function formatLimit(name: string, value: number): string {
  if (name.endsWith("Ms")) return `${formatNumber(value / 1000)} s`;
  return name.endsWith("Bytes")
    ? `${formatNumber(Math.round(value / 2 ** 20))} MB`
    : formatNumber(value);
}

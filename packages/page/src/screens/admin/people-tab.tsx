import type { VNode } from "preact";
import { escapeInvisible } from "@rostrum/core/support";
import { formatMoney, formatNumber } from "@rostrum/core/export";
import { type AdminUser, type AdminUsers, getUsers } from "../../api/admin.ts";
import { listRuns } from "../../api/endpoints.ts";
import { listAllShares, revokeShare, type Share } from "../../api/shares.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { type Column, DataTable } from "../../parts/data-table.tsx";
import { titleRun } from "../../record/describe-run.ts";
import { debateHref, formatRoute, NO_FILTERS } from "../../route/route.ts";
import { AdminPart, DebateLink, ServerTime, WhenLoaded } from "./admin-part.tsx";

/** Users, their tokens, and links for people without an account. */
export function PeopleTab(): VNode {
  const users = useLoaded(getUsers, "users");
  const shares = useLoaded(listAllShares, "shares");
  return (
    <>
      <WhenLoaded from={users}>{(value) => <UserList {...value} />}</WhenLoaded>
      {/* Not before what stands above it, which would push it down. */}
      {(users.value ?? users.error) !== null && (
        <AdminPart title="Links for people without an account">
          <WhenLoaded from={shares}>
            {(value) => {
              const active = value.filter((share) => share.active);
              return active.length === 0 ? (
                <p class="dim">
                  There are no active links. Open a debate and choose Share to create one.
                </p>
              ) : (
                <DataTable label="Links" columns={listShareColumns(shares.reload)} rows={active} />
              );
            }}
          </WhenLoaded>
        </AdminPart>
      )}
    </>
  );
}

function UserList({ users, signIn }: AdminUsers): VNode {
  return (
    <>
      <AdminPart title="Users with a token">
        {users.length === 0 ? (
          <p class="dim">
            {signIn === null
              ? "Everybody who can reach this server may do everything. It was started without tokens and without an identity provider."
              : "There is no tokens file. People sign in with the identity provider."}
          </p>
        ) : (
          <DataTable label="Users with a token" columns={USER_COLUMNS} rows={users} />
        )}
        {users.length > 0 && (
          <p class="dim small">
            Tokens are shown by the first digits of their hash. “Last seen” counts from the start of
            this server. To revoke a token, delete its entry from the tokens file: the next request
            is refused, and open pages are signed out.
          </p>
        )}
      </AdminPart>
      {signIn && (
        <AdminPart title="Users of the identity provider">
          <p>
            People sign in at <span class="said">{escapeInvisible(signIn.issuer)}</span>, if they
            are in one of these groups: {escapeInvisible(signIn.groups.join(", "))}.
          </p>
          {signIn.users.length > 0 && (
            <DataTable
              label="Users of the identity provider"
              columns={[
                { name: "User", cell: ({ user }) => <UserLink user={user} /> },
                { name: "Last seen", cell: ({ lastSeenAt }) => <ServerTime at={lastSeenAt} /> },
              ]}
              rows={signIn.users}
            />
          )}
        </AdminPart>
      )}
    </>
  );
}

const USER_COLUMNS: readonly Column<AdminUser>[] = [
  { name: "User", cell: ({ user }) => <UserLink user={user} /> },
  { name: "Role", cell: ({ role }) => role },
  { name: "Team", cell: ({ team }) => formatName(team) },
  { name: "Project", cell: ({ project }) => formatName(project) },
  { name: "Can see", cell: ({ sees }) => SEES[sees] ?? sees },
  { name: "Own limit", cell: (user) => formatLimits(user) || <span class="dim">none</span> },
  { name: "Token", cell: ({ token }) => <code>{token}</code> },
  { name: "Last seen", cell: ({ lastSeenAt }) => <ServerTime at={lastSeenAt} never="not yet" /> },
];

const SEES: Record<string, string> = {
  own: "own debates",
  team: "debates of the team",
  all: "all debates",
};

function formatName(name: string | null): VNode {
  return name === null ? <span class="dim">–</span> : <>{escapeInvisible(name)}</>;
}

/** Formats "$2 a day, $20 a month, 500 calls in all". */
function formatLimits({ budget, perDay, perMonth }: AdminUser): string {
  const periods = [
    [perDay, " a day"],
    [perMonth, " a month"],
    [budget, " in all"],
  ] as const;
  return periods
    .flatMap(([amounts, period]) =>
      Object.entries(amounts ?? {}).map(
        ([part, amount]) =>
          `${part === "usd" ? formatMoney(amount) : `${formatNumber(amount)} ${part}`}${period}`,
      ),
    )
    .join(", ");
}

/** Links to the user's runs. */
function UserLink({ user }: { user: string }): VNode {
  return (
    <a href={formatRoute({ screen: "runs", filters: { ...NO_FILTERS, user } })}>
      {escapeInvisible(user)}
    </a>
  );
}

function listShareColumns(onChange: () => void): Column<Share>[] {
  return [
    {
      name: "Debate",
      cell: ({ debate }) => <SharedDebate id={debate} />,
    },
    { name: "Created by", cell: ({ by }) => formatName(by) },
    { name: "Created", cell: ({ createdAt }) => <ServerTime at={createdAt} /> },
    { name: "Expires", cell: ({ expiresAt }) => <ServerTime at={expiresAt} /> },
    {
      name: "",
      cell: ({ id, debate }) => (
        <ActionButton
          class="quiet danger"
          icon="close"
          act={() => revokeShare(debate, id).then(onChange)}
        >
          Revoke
        </ActionButton>
      ),
    },
  ];
}

/** Links to a debate by its question. */
function SharedDebate({ id }: { id: string }): VNode {
  const { value } = useLoaded((signal) => listRuns({ search: id, limit: 1 }, signal), id);
  const run = value?.runs.find((each) => each.id === id);
  if (!run) return <DebateLink id={id} />;
  return (
    <a class="said" href={debateHref(id)}>
      {titleRun(run, 100)}
    </a>
  );
}

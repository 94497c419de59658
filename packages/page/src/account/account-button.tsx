import type { VNode } from "preact";
import { useId } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import { Icon } from "../parts/icon.tsx";
import { useRights } from "../rights/rights.ts";
import { signOut } from "./sign-out.ts";

/** Names the signed-in user and offers to sign out. Empty on a server without users. */
export function AccountButton(): VNode | null {
  const me = useRights()?.me;
  const id = useId();
  if (!me) return null;
  const name = escapeInvisible(me.user ?? "");
  return (
    <>
      <button type="button" class="quiet account" popovertarget={id}>
        <Icon name="person" />
        <span class="hidden">Account: </span>
        <span class="account-name">{name}</span>
      </button>
      <div id={id} popover="auto" class="account-box">
        <p>
          Signed in as <strong>{name}</strong>
        </p>
        <p class="dim small">
          {me.team === null
            ? `Role: ${me.role}`
            : `Role: ${me.role}, team: ${escapeInvisible(me.team)}`}
        </p>
        <button type="button" onClick={() => void signOut()}>
          Sign out
        </button>
        <p class="dim small">This signs you out of every tab, but not of your identity provider.</p>
      </div>
    </>
  );
}

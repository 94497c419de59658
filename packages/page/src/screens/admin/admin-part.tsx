import type { ComponentChildren, VNode } from "preact";
import { escapeInvisible } from "@rostrum/core/support";
import { formatMoment } from "@rostrum/core/export";
import type { Loaded } from "../../feed/use-loaded.ts";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/notice-list.tsx";
import { debateHref } from "../../route/route.ts";

/** A section under a heading. */
export function AdminPart({
  title,
  children,
}: {
  title: string;
  children: ComponentChildren;
}): VNode {
  return (
    <section class="admin-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface WhenLoadedProps<T> {
  from: Loaded<T>;
  children(value: T): VNode;
}

/** What was loaded, or that it is being loaded, or why it can't be. The last value stays under an error. */
export function WhenLoaded<T>({
  from: { value, error, again },
  children,
}: WhenLoadedProps<T>): VNode {
  return (
    <>
      {error && <Problem again={again}>{error}</Problem>}
      {value === null ? !error && <Loading /> : children(value)}
    </>
  );
}

/** A named figure of a row of them. */
export function Figure({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A moment of the server's, in the reader's time zone. */
export function When({ at, never = "never" }: { at: string | null; never?: string }): VNode {
  if (at === null) return <span class="dim">{never}</span>;
  return <time dateTime={at}>{formatMoment(Date.parse(at))}</time>;
}

/** Enough of an id to tell debates apart. */
const SHORT_ID = 8;

/** Leads to a debate of which only the id is known. */
export function DebateLink({ id }: { id: string }): VNode {
  return (
    <a href={debateHref(id)} title={id}>
      {escapeInvisible(id).slice(0, SHORT_ID)}
    </a>
  );
}

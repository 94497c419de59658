import type { ComponentChildren, VNode } from "preact";
import { escapeInvisible } from "@rostrum/core/support";
import { formatDateTime } from "@rostrum/core/export";
import type { Loaded } from "../../feed/use-loaded.ts";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
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

/** Renders a loaded value, a loading message or an error. The last value stays below an error. */
export function WhenLoaded<T>({
  from: { value, error, reload },
  children,
}: WhenLoadedProps<T>): VNode {
  return (
    <>
      {error && <Problem retry={reload}>{error}</Problem>}
      {value === null ? !error && <Loading /> : children(value)}
    </>
  );
}

/** A named figure in a row of figures. */
export function Figure({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A server time in the reader's time zone. */
export function ServerTime({ at, never = "never" }: { at: string | null; never?: string }): VNode {
  if (at === null) return <span class="dim">{never}</span>;
  return <time dateTime={at}>{formatDateTime(Date.parse(at))}</time>;
}

/** Characters of an id that suffice to tell debates apart. */
const SHORT_ID = 8;

/** Links to a debate by its id. */
export function DebateLink({ id }: { id: string }): VNode {
  return (
    <a href={debateHref(id)} title={id}>
      {escapeInvisible(id).slice(0, SHORT_ID)}
    </a>
  );
}

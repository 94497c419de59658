import type { VNode } from "preact";
import type { Notice } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { keepUnits } from "../text/keep-units.ts";

/** Notices to read before the answer. */
export function NoticeList({ notices }: { notices: readonly Notice[] }): VNode | null {
  // The status line already shows the progress of a running debate.
  const visibleNotices = notices.filter(({ kind }) => kind !== "unfinished");
  if (visibleNotices.length === 0) return null;
  return (
    <ul class="notices">
      {visibleNotices.map(({ kind, title, details }) => (
        <li class={`notice notice-${kind}`}>
          <strong>{keepUnits(escapeInvisible(title))}</strong>
          {details.map((detail) => (
            <p class="said">{keepUnits(escapeInvisible(detail))}</p>
          ))}
        </li>
      ))}
    </ul>
  );
}

interface ProblemProps {
  children: string;
  /** Adds a button that tries again. */
  retry?: () => void;
}

/** Error of a request to the server. */
export function Problem({ children, retry }: ProblemProps): VNode {
  return (
    <div class="notice notice-failed" role="alert">
      <p>{children}</p>
      {retry && (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

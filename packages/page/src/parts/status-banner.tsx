import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import { formatMoment } from "@rostrum/core/export";
import { listStatusNotices } from "../api/status.ts";
import { useLoaded } from "../feed/use-loaded.ts";
import { Icon } from "./icon.tsx";

const REFRESH_MS = 30_000;

/** What everybody should know about the server while they use it: models that fail, for example. */
export function StatusBanner({ place }: { place: string }): VNode | null {
  const { value, again } = useLoaded(listStatusNotices, place);
  useEffect(() => {
    const timer = setInterval(again, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div role="status">
      {(value ?? []).map(({ level, text, since }) => (
        <p class={`banner banner-${level}`}>
          <Icon name="alert" />
          <span class="said">
            {escapeInvisible(text)}{" "}
            <span class="small">Since {formatMoment(Date.parse(since))}.</span>
          </span>
        </p>
      ))}
    </div>
  );
}

import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import type { StoredEvent } from "@rostrum/core/protocol";
import { clipLine } from "@rostrum/core/support";
import { formatDateTime } from "@rostrum/core/export";
import { call, readError, readJson } from "../api/call.ts";
import { useLoaded } from "../feed/use-loaded.ts";
import { Loading } from "../parts/loading.tsx";
import { Problem } from "../parts/problem.tsx";
import { SharedApp } from "./shared-app.tsx";

/** A debate as a link shows it. */
interface SharedDebate {
  status: "running" | "waiting" | "completed" | "failed";
  expiresAt: string;
  events: StoredEvent[];
}

const REFRESH_MS = 5000;

/** The debate of a shared link, without other screens or a sign-in. */
export function LinkApp({ token }: { token: string }): VNode {
  const { value, error, reload } = useLoaded((signal) => readShared(token, signal), token);
  const isInProgress = value?.status === "running" || value?.status === "waiting";
  useEffect(() => {
    if (!isInProgress) return undefined;
    const timer = setInterval(reload, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isInProgress]);
  const first = value?.events[0];
  const question = first?.type === "debate.started" ? first.question : "A shared debate";
  useEffect(() => {
    document.title = `${clipLine(question, 60)} · rostrum`;
  }, [question]);
  if (error !== null || value === null || first === undefined)
    return (
      <main id="main">
        {error === null ? (
          <Loading />
        ) : (
          <div class="no-debate">
            <h1>This link doesn’t work</h1>
            <Problem retry={reload}>{error}</Problem>
            <p class="empty">Ask the person who sent it to you for a new one.</p>
          </div>
        )}
      </main>
    );
  const until = formatDateTime(Date.parse(value.expiresAt));
  return <SharedApp events={value.events} note={`This link works until ${until}`} />;
}

/** Uses the link's own token, never the session of a signed-in user. */
async function readShared(token: string, signal: AbortSignal): Promise<SharedDebate> {
  const response = await call("shared", token, { signal });
  if (!response.ok) throw await readError(response);
  return readJson(response);
}

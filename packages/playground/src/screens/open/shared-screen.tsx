import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem } from "@rostrum/page";
import { readText } from "../../files/read-file.ts";
import { describeError } from "../../describe-error.ts";
import { openRun } from "../../runs/runs.ts";
import { readLink } from "../../share/fragment.ts";
import { DebateScreen } from "../debate/debate-screen.tsx";

/** The debate in a link. */
export function SharedScreen({ packed }: { packed: string }): VNode {
  const [id, setId] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let isMounted = true;
    readLink(packed).then(
      (events) => {
        if (!isMounted) return;
        try {
          const opened = readText(JSON.stringify(events));
          if (opened.kind !== "debate") return;
          setId(openRun(opened.id, opened.snapshot));
        } catch (thrown) {
          setError(describeError(thrown));
        }
      },
      (thrown: unknown) => isMounted && setError(describeError(thrown)),
    );
    return () => {
      isMounted = false;
    };
  }, [packed]);
  if (error) return <Problem>{error}</Problem>;
  if (id === null) return <p class="dim loading">Reading the link…</p>;
  return <DebateScreen route={{ screen: "debate", id, view: "debate", replyAddress: null }} />;
}

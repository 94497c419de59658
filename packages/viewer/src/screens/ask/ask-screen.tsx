import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { sentenceOf } from "../../api/api-error.ts";
import type { PanelSummary } from "../../../../rostrum/src/protocol/config.ts";
import { listPanels, startDebate, type Asking } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { Problem } from "../../parts/notice-list.tsx";
import { go } from "../../route/use-route.ts";
import { newKey } from "./new-key.ts";
import { PanelSeats } from "./panel-seats.tsx";
import { PlanLine } from "./plan-line.tsx";

const MOST_ROUNDS = 10;

/** A question for a panel, and what it may cost, before anything is spent. */
export function AskScreen(): VNode {
  const panels = useLoaded(listPanels, "panels");
  const [question, setQuestion] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [wanted, setWanted] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const key = useRef(newKey());
  const panel = panelOf(panels.value ?? [], chosen);
  const rounds = wanted ?? panel?.rounds ?? 2;
  const asking: Asking | null = panel && { question, panel: panel.name, rounds };

  async function start(event: Event): Promise<void> {
    event.preventDefault();
    if (!asking || question.trim() === "" || busy) return;
    setBusy(true);
    setError(null);
    try {
      const { id } = await startDebate(asking, key.current);
      go({ screen: "debate", id, view: "debate", cell: null });
    } catch (thrown) {
      setError(sentenceOf(thrown));
      setBusy(false);
      key.current = newKey();
    }
  }

  return (
    <form class="ask" onSubmit={(event) => void start(event)}>
      <h1>Ask a panel</h1>
      <label class="ask-question">
        Question
        <textarea
          rows={5}
          required
          autofocus
          value={question}
          onInput={({ currentTarget }) => setQuestion(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void start(event);
          }}
        />
      </label>
      <div class="ask-settings">
        <label>
          Panel
          <select
            value={panel?.name ?? ""}
            onChange={({ currentTarget }) => {
              setChosen(currentTarget.value);
              setWanted(null);
            }}
          >
            {(panels.value ?? []).map(({ name }) => (
              <option value={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Most revisions
          <input
            type="number"
            min={0}
            max={MOST_ROUNDS}
            value={rounds}
            onInput={({ currentTarget }) =>
              setWanted(Math.max(0, Math.min(MOST_ROUNDS, currentTarget.valueAsNumber || 0)))
            }
          />
        </label>
      </div>
      {panels.error && <Problem>{panels.error}</Problem>}
      <PlanLine asking={asking} />
      <button type="submit" class="primary" disabled={busy || !panel}>
        {busy ? "Starting…" : "Start the debate"}
      </button>
      {error && <Problem>{error}</Problem>}
      <PanelSeats panel={panel} />
    </form>
  );
}

function panelOf(panels: readonly PanelSummary[], chosen: string | null): PanelSummary | null {
  const named = panels.find(({ name }) => name === chosen);
  return named ?? panels.find((panel) => panel.default) ?? panels[0] ?? null;
}

import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PanelSummary } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";
import { useRights } from "../../rights/rights.ts";
import type { Asking, ContextDocument } from "../../api/asking.ts";
import { listPanels, listRuns, startDebate } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { Icon } from "../../parts/icon.tsx";
import { Problem } from "../../parts/notice-list.tsx";
import { RecordedLinks } from "../../recorded/recorded-links.tsx";
import { go } from "../../route/use-route.ts";
import { SettingsBox } from "../../settings/settings-box.tsx";
import { ContextBox } from "./context-box.tsx";
import { readDocument, addDocuments } from "./context-documents.ts";
import { describeRefusal } from "./describe-refusal.ts";
import { keepDraft, readDraft, NOTHING, type Draft } from "./draft.ts";
import { newKey } from "./new-key.ts";
import { readPastedFiles } from "./read-pasted-files.ts";
import { PanelPicker } from "./panel-picker.tsx";
import { PlanLine } from "./plan-line.tsx";
import { ProjectField } from "./project-field.tsx";
import { RecentQuestions } from "./recent-questions.tsx";
import { SetupHelp } from "./setup-help.tsx";
import { useDrop } from "./use-drop.ts";
import "../../style/ask.css";

const LATEST = 50;

/** A question for a panel, and what it may cost, before anything is spent. */
export function AskScreen({ panel: named }: { panel: string | undefined }): VNode {
  const offer = useLoaded(listPanels, "panels");
  const recent = useLoaded((signal) => listRuns({ limit: LATEST }, signal), "recent");
  const [draft, setDraft] = useState<Draft>(readDraft);
  const [busy, setBusy] = useState(false);
  /** Ctrl+Enter was pressed before the panels had arrived. */
  const [early, setEarly] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const rights = useRights();
  const mayAsk = rights?.may("ask") ?? true;
  const field = useRef<HTMLTextAreaElement>(null);
  const key = useRef(newKey());
  const change = (changes: Partial<Draft>): void =>
    setDraft((before) => ({ ...before, ...changes }));
  // Before it is painted: what is seen on the page survives a reload.
  useLayoutEffect(() => keepDraft(draft), [draft]);
  useEffect(() => {
    if (named !== undefined) change({ panel: named });
  }, [named]);

  const panels = offer.value?.panels ?? [];
  const runs = recent.value?.runs ?? [];
  const panel = findPanel(panels, draft.panel);
  const blocked = panel !== null && panel.missing.length > 0;
  const asking = panel && !blocked ? buildAsking(draft, panel) : null;

  async function start(event?: Event): Promise<void> {
    event?.preventDefault();
    if (!mayAsk || draft.question.trim() === "" || busy) return;
    setEarly(!offer.value);
    if (!asking) return;
    setBusy(true);
    setError(null);
    try {
      const { id } = await startDebate(asking, key.current);
      keepDraft({ ...NOTHING, panel: draft.panel, project: draft.project });
      go({ screen: "debate", id, view: "debate", cell: null });
    } catch (thrown) {
      setError(describeRefusal(thrown, asking));
      setBusy(false);
      key.current = newKey();
    }
  }
  useEffect(() => {
    if (early && offer.value) void start();
  }, [offer.value]);
  function askAgain(question: string, name?: string): void {
    const isThere = !offer.value || panels.some((each) => each.name === name);
    change({ question, ...(name !== undefined && isThere ? { panel: name } : {}) });
    field.current?.focus();
  }
  // Files are read while the draft may change, so everything starts from the draft of that moment.
  const changeContext = (next: (context: ContextDocument[]) => ContextDocument[]): void =>
    setDraft((before) => ({ ...before, context: next(before.context) }));
  const add = (added: ContextDocument[]): void =>
    changeContext((context) => addDocuments(context, added));
  const addFiles = (files: File[]): void => {
    setError(null);
    Promise.all(files.map(readDocument)).then(add, () =>
      setError("A file can't be read. Choose files, not folders, and check that they still exist."),
    );
  };
  function paste(event: ClipboardEvent): void {
    const files = readPastedFiles(event.clipboardData);
    if (!files) return;
    event.preventDefault();
    addFiles(files);
  }
  const { over, target } = useDrop(addFiles);

  return (
    <div class="ask-page">
      <form
        class={over ? "ask dropping" : "ask"}
        onSubmit={(event) => void start(event)}
        onKeyDown={(event) => {
          // From every field, so that it also works after a panel was chosen.
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void start(event);
        }}
        onPaste={paste}
        {...target}
      >
        <header class="ask-head">
          <h1>Ask a panel</h1>
          <p class="dim">Several models answer on their own, read one another, and decide.</p>
        </header>
        {offer.error && (
          <Problem again={offer.again}>{`The panels can't be loaded. ${offer.error}`}</Problem>
        )}
        <SetupHelp panels={panels} ask={askAgain} />
        <div class="composer">
          <label class="ask-question">
            <span class="hidden">Question</span>
            <textarea
              ref={field}
              rows={5}
              required
              autofocus
              placeholder="What should the panel decide, check or review?"
              value={draft.question}
              onInput={({ currentTarget }) => change({ question: currentTarget.value })}
            />
          </label>
          <ContextBox
            documents={draft.context}
            addFiles={addFiles}
            addText={(text) => add([{ document: "pasted text", text }])}
            remove={(document) =>
              changeContext((context) => context.filter((each) => each !== document))
            }
          />
        </div>
        <PanelPicker
          panels={panels}
          chosen={panel?.name ?? null}
          choose={(name) => change({ panel: name })}
        />
        <SettingsBox
          entered={draft.entered}
          change={(entered, settings) => change({ entered, settings })}
        />
        <ProjectField chosen={draft.project} choose={(project) => change({ project })} />
        <div class="ask-go">
          {!mayAsk ? (
            <div class="plan" role="status">
              <p class="small-problem">
                With the role “{rights?.me?.role}” you can read debates, but not start any. Ask the
                server's admin for the role “asker”.
              </p>
            </div>
          ) : blocked ? (
            <div class="plan" role="status">
              <p class="small-problem">
                This panel can't be asked yet. {escapeInvisible(panel.missing.join(" "))}
              </p>
            </div>
          ) : (
            <PlanLine asking={asking} />
          )}
          <p class="ask-start">
            <button type="submit" class="primary" disabled={busy || !asking || !mayAsk}>
              <Icon name="play" />
              {busy ? "Starting…" : "Start the debate"}
            </button>
            <span class="dim small only-wide">
              or press <kbd>Ctrl</kbd>+<kbd>Enter</kbd>
            </span>
          </p>
        </div>
        {error && <Problem>{error}</Problem>}
      </form>
      {recent.value && runs.length === 0 && <RecordedLinks />}
      <RecentQuestions runs={runs} ask={(run) => askAgain(run.question, run.panelName)} />
    </div>
  );
}

function findPanel(panels: readonly PanelSummary[], chosen: string | null): PanelSummary | null {
  const named = panels.find(({ name }) => name === chosen);
  return named ?? panels.find((panel) => panel.default) ?? panels[0] ?? null;
}

function buildAsking(draft: Draft, { name }: PanelSummary): Asking {
  const { question, context, project, settings } = draft;
  return {
    ...settings,
    question,
    panel: name,
    ...(project === null ? {} : { project }),
    ...(context.length === 0 ? {} : { context }),
  };
}

import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PanelSummary } from "@rostrum/core/protocol";
import { writePlanTask, writeReviewTask } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { useRights } from "../../rights/rights.ts";
import type { Asking } from "../../api/asking.ts";
import { listPanels, listRuns } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { Icon } from "../../parts/icon.tsx";
import { Problem } from "../../parts/problem.tsx";
import { RecordedLinks } from "../../recorded/recorded-links.tsx";
import { openDebate } from "../../route/use-route.ts";
import { SettingsBox } from "../../settings/settings-box.tsx";
import { ContextList, ContextTools } from "./context-box.tsx";
import { describeRefusal } from "./describe-refusal.ts";
import { storeDraft, EMPTY_DRAFT, type Draft, type Task } from "./draft.ts";
import { PanelPicker } from "./panel-picker.tsx";
import { PlanCost, PlanDetails, usePlan } from "./plan-line.tsx";
import { ProjectField } from "./project-field.tsx";
import { RecentQuestions } from "./recent-questions.tsx";
import { SetupHelp } from "./setup-help.tsx";
import { PLACEHOLDERS, suggestTask, TaskPicker } from "./task-picker.tsx";
import { useAttachments } from "./use-attachments.ts";
import { useDraft } from "./use-draft.ts";
import { useStartDebate } from "./use-start-debate.ts";
import "../../style/ask.css";
import "../../style/lists.css";

const LATEST = 50;

const TITLES: Readonly<Record<Task, string>> = {
  question: "What should the panel decide?",
  code: "Which code should the panel review?",
  plan: "Which plan should the panel review?",
};

/** Names that servers give to panels for reviews. */
const REVIEW_PANELS: Readonly<Partial<Record<Task, string>>> = { code: "reviewers", plan: "plans" };

/** Form for a question, with its expected cost before anything is spent. */
export function AskScreen({ panel: panelName }: { panel: string | undefined }): VNode {
  const offer = useLoaded(listPanels, "panels");
  const recent = useLoaded((signal) => listRuns({ limit: LATEST }, signal), "recent");
  const { draft, change, update } = useDraft(panelName);
  const [busy, setBusy] = useState(false);
  /** True if Ctrl+Enter was pressed before the panels had loaded. */
  const [early, setEarly] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const rights = useRights();
  const mayAsk = rights?.may("ask") ?? true;
  const field = useRef<HTMLTextAreaElement>(null);
  const startDebate = useStartDebate();

  const panels = offer.value?.panels ?? [];
  const runs = recent.value?.runs ?? [];
  const panel = findPanel(panels, draft.panel);
  const blocked = panel !== null && panel.missing.length > 0;
  const asking = panel && !blocked ? buildAsking(draft, panel) : null;
  const planning = usePlan(mayAsk ? asking : null);

  async function start(event?: Event): Promise<void> {
    event?.preventDefault();
    if (!mayAsk || isEmpty(draft) || busy) return;
    setEarly(!offer.value);
    if (!asking) return;
    setBusy(true);
    setError(null);
    try {
      const { id } = await startDebate(asking);
      storeDraft({ ...EMPTY_DRAFT, panel: draft.panel, project: draft.project });
      openDebate(id);
    } catch (thrown) {
      setError(await describeRefusal(thrown, asking));
      setBusy(false);
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
  const { add, remove, addFiles, paste, drop } = useAttachments({
    update,
    setError,
    onAttach(documents) {
      // If nothing was typed yet, the names of files may suggest a review.
      const task = suggestTask(documents.map(({ document }) => document));
      update((before) =>
        task !== null && before.task === "question" && before.question.trim() === ""
          ? changeTask(before, task, panels)
          : before,
      );
    },
  });

  const obstacle = !mayAsk
    ? `Your role, “${rights?.me?.role ?? ""}”, can read debates but not start them. Ask an admin for the role “asker”.`
    : blocked
      ? `This panel can't be asked yet. ${panel.missing.join(" ")}`
      : null;
  return (
    <div class="ask-page">
      <form
        class={drop.over ? "ask dropping" : "ask"}
        onSubmit={(event) => void start(event)}
        onKeyDown={(event) => {
          // Handled on the form, so that it works in every field.
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void start(event);
        }}
        onPaste={paste}
        {...drop.target}
      >
        <h1>{TITLES[draft.task]}</h1>
        <div class="composer">
          <TaskPicker
            task={draft.task}
            choose={(task) => update((before) => changeTask(before, task, panels))}
          />
          <label class="ask-question">
            <span class="hidden">{draft.task === "question" ? "Question" : "Remarks"}</span>
            <textarea
              ref={field}
              rows={3}
              required={draft.task === "question"}
              autofocus
              placeholder={PLACEHOLDERS[draft.task]}
              value={draft.question}
              onInput={({ currentTarget }) => change({ question: currentTarget.value })}
            />
          </label>
          <ContextList documents={draft.context} unreadable={planning.unreadable} remove={remove} />
          <footer>
            <ContextTools
              addFiles={addFiles}
              addText={(text) => add([{ document: "pasted text", text }])}
            />
            <span class="ask-start">
              <PlanCost plan={planning.plan} />
              <button
                type="submit"
                class="primary"
                title="Ctrl+Enter"
                disabled={
                  busy || !asking || !mayAsk || (draft.task !== "question" && isEmpty(draft))
                }
              >
                <span class="said">{busy ? "Starting…" : describeStart(draft, panel)}</span>
                <Icon name="up" />
              </button>
            </span>
          </footer>
        </div>
        <PlanDetails plan={planning.plan} problem={obstacle ?? planning.problem} />
        {error && <Problem>{error}</Problem>}
        {offer.error && (
          <Problem retry={offer.reload}>{`The panels can't be loaded. ${offer.error}`}</Problem>
        )}
        <SetupHelp panels={panels} ask={askAgain} />
        {offer.value === null && !offer.error ? (
          <PanelSkeleton />
        ) : (
          <>
            <PanelPicker
              panels={panels}
              chosen={panel?.name ?? null}
              choose={(name) => change({ panel: name })}
            />
            <SettingsBox
              entered={draft.entered}
              {...(panel ? { summary: summarizeSettings(panel) } : {})}
              change={(entered, settings) => change({ entered, settings })}
            />
            <ProjectField chosen={draft.project} choose={(project) => change({ project })} />
          </>
        )}
      </form>
      {recent.value && runs.length === 0 && <RecordedLinks />}
      <RecentQuestions runs={runs} ask={(run) => askAgain(run.question, run.panelName)} />
    </div>
  );
}

/** Reserves the space of the panels while they load. */
function PanelSkeleton(): VNode {
  return (
    <div class="panel-picker" aria-hidden="true">
      <p class="skeleton-line" />
      <div class="panel-cards">
        {[0, 1, 2].map(() => (
          <div class="card panel-card skeleton" />
        ))}
      </div>
    </div>
  );
}

function findPanel(panels: readonly PanelSummary[], chosen: string | null): PanelSummary | null {
  const named = panels.find(({ name }) => name === chosen);
  return named ?? panels.find((panel) => panel.default) ?? panels[0] ?? null;
}

/** A panel for reviews takes the place of the default one, as long as its task is chosen. */
function changeTask(draft: Draft, task: Task, panels: readonly PanelSummary[]): Draft {
  if (draft.panel !== null && draft.panel !== REVIEW_PANELS[draft.task]) return { ...draft, task };
  const panel = panels.find(({ name }) => name === REVIEW_PANELS[task])?.name ?? null;
  return { ...draft, task, panel };
}

function buildAsking(draft: Draft, { name }: PanelSummary): Asking {
  const { context, project, settings } = draft;
  return {
    ...settings,
    ...buildTask(draft),
    panel: name,
    ...(project === null ? {} : { project }),
    ...(context.length === 0 ? {} : { context }),
  };
}

/** A question needs words, a review needs something to review. */
function isEmpty({ task, question, context }: Draft): boolean {
  return task === "question" ? question.trim() === "" : context.length === 0;
}

function buildTask({ task, question }: Draft): Pick<Asking, "question"> & { answer?: object } {
  if (task === "question") return { question };
  return task === "code"
    ? { question: writeReviewTask(question), answer: { type: "findings" } }
    : { question: writePlanTask(question), answer: { type: "findings", plan: true } };
}

/** "up to 2 rounds · a judge decides" */
function summarizeSettings({ rounds, judge }: PanelSummary): string {
  const roundWords = rounds === 0 ? "1 round" : `up to ${rounds + 1} rounds`;
  return `${roundWords} · ${judge ? "a judge decides" : "the members vote"}`;
}

/** "Ask council". A panel that is only called "default" isn't named. */
function describeStart({ task }: Draft, panel: PanelSummary | null): string {
  const verb = task === "question" ? "Ask" : "Review with";
  if (panel === null) return `${verb} a panel`;
  return `${verb} ${panel.name === "default" ? "the panel" : escapeInvisible(panel.name)}`;
}

import type { ComponentType, VNode } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { type DebateRecord, mapLabelsToNames } from "@rostrum/core/record";
import { numberAnswers } from "@rostrum/core/export";
import type { Moment } from "../feed/feed.ts";
import { type DebaterNames, DebaterTip } from "../markdown/debater-names.tsx";
import { lazy } from "../parts/lazy.tsx";
import {
  type CellAddress,
  DEBATE_VIEWS,
  debateHref,
  type DebateView as View,
  type PassageAddress,
} from "../route/route.ts";
import type { Actions } from "./actions.ts";
import { NoteList } from "./conversation/note-list.tsx";
import { DebateHead } from "./debate-head.tsx";
import { DebateTools } from "./debate-tools.tsx";
import { DebateView } from "./debate/debate-view.tsx";
import type { ViewProps } from "./view-props.ts";
import "../style/debate.css";

interface DebatePageProps {
  id: string;
  moment: Moment;
  view: View;
  cell: CellAddress | null;
  passage?: PassageAddress | undefined;
  column?: string | undefined;
  actions: Actions | null;
  lost?: boolean;
}

// Most readers want the debate itself. The other views load when they are opened.
const MemoView = lazy(async () => (await import("./memo/memo-view.tsx")).MemoView);
const ChangesView = lazy(async () => (await import("./changes/changes-view.tsx")).ChangesView);
const ConvergenceView = lazy(
  async () => (await import("./convergence/convergence-view.tsx")).ConvergenceView,
);
const DecisionsView = lazy(
  async () => (await import("./decisions/decisions-view.tsx")).DecisionsView,
);

// Few debates wait for a person, and a shared file has no follow-ups.
const TurnBoxes = lazy(
  async () => (await import("./conversation/turn-boxes.tsx")).TurnBoxes,
  "part",
);
const FollowUps = lazy(
  async () => (await import("./conversation/follow-ups.tsx")).FollowUps,
  "part",
);
const Thread = lazy(async () => (await import("./conversation/thread.tsx")).Thread, "part");
const WordsForm = lazy(
  async () => (await import("./conversation/words-form.tsx")).WordsForm,
  "part",
);

const TABS: Record<View, { name: string; view: ComponentType<ViewProps> }> = {
  debate: { name: "Debate", view: DebateView },
  memo: { name: "Memo", view: MemoView },
  changes: { name: "Mind changes", view: ChangesView },
  convergence: { name: "Convergence", view: ConvergenceView },
  decisions: { name: "Decisions", view: DecisionsView },
};

/** Everything about one debate, for the server's page and for a shared file. */
export function DebatePage({ view, lost = false, ...shown }: DebatePageProps): VNode {
  const { id, moment, actions } = shown;
  const numbers = useMemo(() => numberAnswers(moment.record.result.rounds), [moment.record]);
  const names = useNames(moment.record);
  const { view: Shown } = TABS[view];
  const parent = moment.record.started?.parent;
  return (
    <article class="debate">
      {actions && parent !== undefined && <Thread parent={parent} />}
      <DebateHead moment={moment} threaded={actions !== null} />
      <div class="views-line">
        <Tabs id={id} view={view} moment={moment} />
        {actions && <DebateTools moment={moment} actions={actions} lost={lost} />}
      </div>
      {actions && moment.record.waits.length > 0 && <TurnBoxes moment={moment} actions={actions} />}
      <NoteList moment={moment} />
      <Shown {...shown} numbers={numbers} names={names} />
      <DebaterTip />
      {actions && moment.record.status === "completed" && <FollowUps id={id} />}
      {actions?.follow && moment.record.status === "completed" && (
        <WordsForm
          title="Ask a follow-up"
          label="A question that follows this up. The panel reads about this debate first."
          button="Ask the panel"
          send={actions.follow}
        />
      )}
    </article>
  );
}

function Tabs({ id, view, moment }: { id: string; view: View; moment: Moment }): VNode {
  const { whatIf, claims, memo } = moment.record.result;
  const shown = DEBATE_VIEWS.filter((each) => view === each || hasContent(each, moment.record));
  const line = useRef<HTMLElement>(null);
  // If not all tabs fit, the current one is in the middle, so that its neighbors can be seen.
  useEffect(() => {
    const current = line.current?.querySelector<HTMLElement>("[aria-current]");
    if (!line.current || !current) return;
    const start = current.offsetLeft - line.current.offsetLeft;
    line.current.scrollLeft = start - (line.current.clientWidth - current.offsetWidth) / 2;
  }, [view]);
  return (
    <nav class="tabs" aria-label="Views of this debate" ref={line}>
      {shown.map((each) => (
        <a href={debateHref(id, each)} aria-current={each === view ? "page" : undefined}>
          {each === "memo" && !claims && !memo ? "Context" : TABS[each].name}
          {each === "changes" && <span class="count">{whatIf.changed.length}</span>}
        </a>
      ))}
    </nav>
  );
}

/** Whether a view has something to show: where nobody votes, votes can't be counted and nobody changes their mind. */
function hasContent(view: View, { result, started }: DebateRecord): boolean {
  if (view === "debate") return true;
  if (view === "memo")
    return Boolean(result.claims ?? result.memo) || (started?.context ?? []).length > 0;
  const isText = started?.rules.answer === "findings" || started?.rules.answer === "draft";
  const sided = result.rounds[0]?.positions.some(({ side }) => side !== undefined) ?? false;
  return !isText && !sided && result.routing === "debate";
}

/** Which debater everybody means by "Debater A". */
function useNames({ started }: DebateRecord): DebaterNames {
  return useMemo(
    () => mapLabelsToNames(started),
    [started?.anonymous?.seed, started?.question, started?.panel.length],
  );
}

import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { RECORDED_PANEL, type RecordedName } from "@rostrum/core/record";
import { describeError } from "../api/api-error.ts";
import { createFeed, type DebateSnapshot } from "../feed/feed.ts";
import { Loading } from "../parts/loading.tsx";
import { Problem } from "../parts/problem.tsx";
import type { Route } from "../route/route.ts";
import { DebatePage } from "../views/debate-page.tsx";
import { startRecorded, type Playback } from "./start-recorded.ts";

/** A recorded debate that plays, also while other screens are open. */
interface PlayingDebate {
  showing: Playback;
  snapshot: DebateSnapshot | null;
  isOver: boolean;
  problem: string | null;
}

const playing = new Map<RecordedName, PlayingDebate>();
const listeners = new Set<() => void>();

function startPlaying(name: RecordedName): PlayingDebate {
  const change = (changes: Partial<PlayingDebate>): void => {
    Object.assign(debate, changes);
    for (const listener of listeners) listener();
  };
  const feed = createFeed((snapshot) => change({ snapshot }));
  const end = (problem?: unknown): void =>
    change({ isOver: true, problem: problem === undefined ? null : describeError(problem) });
  const playback = startRecorded(name, feed.push, end);
  const debate: PlayingDebate = { showing: playback, snapshot: null, isOver: false, problem: null };
  playing.set(name, debate);
  return debate;
}

interface RecordedScreenProps {
  name: RecordedName;
  route: Extract<Route, { screen: "debate" }>;
}

/** A recorded debate in the usual views, without actions. */
export function RecordedScreen({ name, route }: RecordedScreenProps): VNode {
  const [, setTimes] = useState(0);
  useEffect(() => {
    const listener = (): void => setTimes((times) => times + 1);
    listeners.add(listener);
    if (!playing.has(name)) startPlaying(name);
    listener();
    return () => void listeners.delete(listener);
  }, [name]);
  const { snapshot, isOver, problem, showing } = playing.get(name) ?? { snapshot: null };
  if (problem) return <Problem>{problem}</Problem>;
  if (!snapshot) return <Loading />;
  const { id } = route;
  return (
    <>
      <DebatePage
        key={id}
        id={id}
        snapshot={snapshot}
        address={route}
        actions={null}
        note={
          <span class="row">
            <a href="#/">Back to Ask</a> / <span class="tag">Recording</span>{" "}
            {!isOver && (
              <button type="button" onClick={showing?.skipPauses}>
                Show all now
              </button>
            )}
          </span>
        }
      />
      <p class="dim small recording-note" role="note">
        {RECORDED_PANEL}
      </p>
    </>
  );
}

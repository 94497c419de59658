import type { VNode } from "preact";
import { escapeInvisible } from "@rostrum/core/support";
import { getMe } from "../../api/endpoints.ts";
import type { DebateSnapshot } from "../../feed/feed.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { isMyTurn, useRights } from "../../rights/rights.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import type { Actions } from "../actions.ts";
import { TurnForm } from "./turn-form.tsx";
import { WordsForm } from "./words-form.tsx";

/** Forms for people that a running debate waits for: a turn, or a pause between rounds. */
export function TurnBoxes({
  snapshot,
  actions,
}: {
  snapshot: DebateSnapshot;
  actions: Actions;
}): VNode {
  const { record } = snapshot;
  const { waits, started } = record;
  const { speak, say, proceed } = actions;
  return (
    <>
      {waits.map(({ for: action, name = "", source, round }) => {
        if (action === "speak") {
          if (!speak) return null;
          const as = source === undefined || source === name ? "" : ` (${escapeInvisible(source)})`;
          return (
            <Turn key={`${name} ${round}`} name={name}>
              <TurnForm
                title={`${escapeInvisible(name)}${as}, it is your turn`}
                record={record}
                answers={givesAnswer(record.started?.rules.answer, record.result.rounds, source)}
                send={(text) => speak(name, text)}
              />
            </Turn>
          );
        }
        if (action !== "proceed" || !proceed) return null;
        const last = round >= (started?.rounds ?? 0);
        const go = (
          <ActionButton icon="play" act={proceed}>
            Continue the debate
          </ActionButton>
        );
        return last || !say ? (
          <div class="words-form" key={round}>
            <h2>Paused after round {round + 1}</h2>
            <div class="words-buttons">{go}</div>
          </div>
        ) : (
          <WordsForm
            key={round}
            title={`Paused after round ${round + 1}`}
            label="A moderator’s note, which every member reads before the next round (optional)"
            button="Send the note"
            send={say}
          >
            {go}
          </WordsForm>
        );
      })}
    </>
  );
}

/** The form of a person, for those who may answer in that name. The head says to others whom the debate waits for. */
function Turn({ name, children }: { name: string; children: VNode }): VNode | null {
  const rights = useRights();
  const isOwn = rights !== null && isMyTurn([name], rights);
  const { value, error } = useLoaded(
    async (signal) => isOwn || (await getMe(signal, name)).speaks !== false,
    `speaker ${name} ${isOwn}`,
  );
  // Without an answer, the form is offered, and the server refuses what isn't allowed.
  return value === true || error !== null ? children : null;
}

type Rounds = DebateSnapshot["record"]["result"]["rounds"];

/** Returns false for reviews, drafts and assigned sides, which state no answer of their own. */
function givesAnswer(kind: string | undefined, rounds: Rounds, source = ""): boolean {
  if (kind === "findings" || kind === "draft") return false;
  const positions = rounds.flatMap((round) => round.positions);
  return !positions.some(({ debater, side }) => debater === source && side !== undefined);
}

import type { VNode } from "preact";
import { escapeInvisible } from "rostrum/page";
import type { Moment } from "../../feed/feed.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import type { Actions } from "../actions.ts";
import { WordsForm } from "./words-form.tsx";

/** What a debate needs people for now: a person's turn, or a pause between rounds. */
export function TurnBoxes({ moment, actions }: { moment: Moment; actions: Actions }): VNode {
  const { waits, started } = moment.record;
  const { speak, say, proceed } = actions;
  return (
    <>
      {waits.map(({ for: what, name = "", source, round }) => {
        if (what === "speak") {
          if (!speak) return null;
          const as = source === undefined || source === name ? "" : ` (${escapeInvisible(source)})`;
          return (
            <WordsForm
              key={`${name} ${round}`}
              title={`${escapeInvisible(name)}${as}, it is your turn`}
              label="Your words. A line “Answer: …” says what your answer is."
              button="Speak"
              send={(text) => speak(name, text)}
            />
          );
        }
        if (what !== "proceed" || !proceed) return null;
        const last = round >= (started?.rounds ?? 0);
        return last || !say ? (
          <div class="words-form" key={round}>
            <h2>Paused after round {round}</h2>
            <div class="words-buttons">
              <ActionButton act={proceed}>Proceed</ActionButton>
            </div>
          </div>
        ) : (
          <WordsForm
            key={round}
            title={`Paused after round ${round}`}
            label="A moderator’s note, which every debater reads before the next round"
            button="Say it"
            send={say}
          >
            <ActionButton act={proceed}>Proceed</ActionButton>
          </WordsForm>
        );
      })}
    </>
  );
}

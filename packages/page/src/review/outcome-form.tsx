import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { tellOutcome } from "../api/learning.ts";
import { ActionButton } from "../parts/action-button.tsx";
import "../style/review.css";

interface OutcomeFormProps {
  id: string;
  /** Called after the server has stored the outcome. */
  onStored(): void;
}

/** Lets a person mark an answer as right or wrong, or enter the right one. */
export function OutcomeForm({ id, onStored }: OutcomeFormProps): VNode {
  const [answer, setAnswer] = useState("");
  const sendOutcome = async (outcome: Parameters<typeof tellOutcome>[1]): Promise<void> => {
    await tellOutcome(id, outcome);
    onStored();
  };
  async function correct(): Promise<void> {
    if (answer.trim() === "") throw new Error("Enter the right answer first.");
    await sendOutcome({ answer: answer.trim() });
  }
  return (
    <div class="outcome-form">
      <p class="dim small">
        This doesn’t change the result. The panel can learn from known outcomes: record them for all
        debates or for a random sample, not only for those that went wrong.
      </p>
      <p class="row">
        <ActionButton act={() => sendOutcome({ right: true })}>The answer was right</ActionButton>
        <ActionButton act={() => sendOutcome({ right: false })}>It was wrong</ActionButton>
      </p>
      <label>
        Or enter the right answer
        <input
          type="text"
          maxLength={2000}
          value={answer}
          onInput={({ currentTarget }) => setAnswer(currentTarget.value)}
        />
      </label>
      <p class="row">
        <ActionButton act={correct}>Save the right answer</ActionButton>
      </p>
    </div>
  );
}

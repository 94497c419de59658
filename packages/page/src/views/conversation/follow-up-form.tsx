import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { submitOnEnter, useSending } from "./words-form.tsx";

interface FollowUpFormProps {
  follow(question: string): Promise<void>;
  /** "about $0.03". Empty if unknown. */
  cost: string;
}

/** Form for a follow-up question to the same panel. */
export function FollowUpForm({ follow, cost }: FollowUpFormProps): VNode {
  const [question, setQuestion] = useState("");
  const { busy, error, submit } = useSending(async () => {
    await follow(question.trim());
    setQuestion("");
  });
  return (
    <form id="follow-up" class="part follow-up" onSubmit={submit} onKeyDown={submitOnEnter}>
      <h2>
        <label for="follow-up-question">Ask a follow-up</label>
      </h2>
      <div class="composer">
        <textarea
          id="follow-up-question"
          rows={2}
          placeholder="The panel keeps this question, the answer and your files in mind"
          value={question}
          onInput={({ currentTarget }) => setQuestion(currentTarget.value)}
        />
        <div class="composer-foot">
          <span class="dim small">{cost === "" ? "Ctrl+Enter to send" : cost}</span>
          <button type="submit" class="primary" disabled={busy || question.trim() === ""}>
            Ask the panel
            <Icon name="up" />
          </button>
        </div>
      </div>
      {error && (
        <p class="small-problem" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { submitOnEnter, useSending } from "./words-form.tsx";

/** Form for a follow-up question to the same panel. */
export function FollowUpForm({ follow }: { follow(question: string): Promise<void> }): VNode {
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
          placeholder="The panel also gets this question, its answer and your files"
          value={question}
          onInput={({ currentTarget }) => setQuestion(currentTarget.value)}
        />
        <div class="composer-foot">
          <span class="dim small">Ctrl+Enter to send</span>
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

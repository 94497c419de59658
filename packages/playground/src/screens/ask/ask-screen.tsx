import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { Problem, debateHref, RecordedLinks } from "@rostrum/page";
import { describeError } from "../../describe-error.ts";
import { debateInWorker } from "../../runs/debate-in-worker.ts";
import { buildConfig } from "../../runs/settings.ts";
import { EarlierRuns } from "./earlier-runs.tsx";
import { asking } from "./asking.ts";
import { createHardQuestion, findProblem, QuestionField } from "./question-field.tsx";
import { SettingsFields } from "./settings-fields.tsx";

/** Form for an arithmetic question to the networks. The text survives a visit to other screens. */
export function AskScreen(): VNode {
  const [form, setForm] = useState(asking.form);
  const [error, setError] = useState<string | null>(null);
  const change = (changes: Partial<typeof form>): void => {
    asking.form = { ...asking.form, ...changes };
    setForm(asking.form);
  };

  function start(event: Event): void {
    event.preventDefault();
    const problem = findProblem(form.question);
    setError(problem);
    if (problem !== null) return;
    try {
      const id = debateInWorker(form.question, buildConfig(form.settings), form.slow);
      location.hash = debateHref(id);
    } catch (thrown) {
      setError(describeError(thrown));
    }
  }

  return (
    <form class="play" onSubmit={start}>
      <h1>Watch a panel debate, in this tab</h1>
      <p>
        Four small neural networks run in your browser. They show how a panel samples, makes
        mistakes, reads its peers and revises. They can only do arithmetic, and they tell you
        nothing about debates among general language models.
      </p>
      <QuestionField value={form.question} change={(question) => change({ question })} />
      <SettingsFields
        settings={form.settings}
        change={(changes) => change({ settings: { ...form.settings, ...changes } })}
      />
      <label class="choice">
        <input
          type="checkbox"
          checked={form.slow}
          onChange={({ currentTarget }) => change({ slow: currentTarget.checked })}
        />
        Slow down, so that I can follow
      </label>
      <p class="play-buttons">
        <button type="submit" class="primary">
          Start the debate
        </button>
        <button
          type="button"
          onClick={() => {
            asking.drawn += 1;
            change({ question: createHardQuestion(asking.drawn) });
          }}
        >
          Another question
        </button>
      </p>
      {error && <Problem>{error}</Problem>}
      <RecordedLinks />
      <EarlierRuns />
    </form>
  );
}

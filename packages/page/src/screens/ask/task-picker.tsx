import type { VNode } from "preact";
import { useId } from "preact/hooks";
import type { Task } from "./draft.ts";

const LABELS: Readonly<Record<Task, string>> = {
  question: "Ask",
  code: "Review code",
  plan: "Review a plan",
};

/** Placeholder of the text field. In a review, the material is attached and the text is optional. */
export const PLACEHOLDERS: Readonly<Record<Task, string>> = {
  question: "A decision to make, a claim to check, a text to review",
  code: "Attach files or a diff. What should the reviewers know? (optional)",
  plan: "Attach the plan. What should the reviewers know? (optional)",
};

interface TaskPickerProps {
  task: Task;
  choose(task: Task): void;
}

/** Chooses between a question and the two kinds of reviews. */
export function TaskPicker({ task, choose }: TaskPickerProps): VNode {
  const group = useId();
  return (
    <fieldset class="task-picker">
      <legend class="hidden">What should the panel do?</legend>
      {(Object.keys(LABELS) as Task[]).map((each) => (
        <label>
          <input type="radio" name={group} checked={each === task} onChange={() => choose(each)} />
          {LABELS[each]}
        </label>
      ))}
    </fieldset>
  );
}

const CODE =
  /\.(?:diff|patch|[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|cc|cpp|h|hpp|cs|php|sh|sql)$/i;
const PLAN = /plan[^/]*\.(?:md|txt)$/i;

/** Suggests a task for attached files. Null if their names don't tell. */
export function suggestTask(names: readonly string[]): Task | null {
  if (names.length === 0) return null;
  if (names.every((name) => CODE.test(name))) return "code";
  return names.length === 1 && names.every((name) => PLAN.test(name)) ? "plan" : null;
}

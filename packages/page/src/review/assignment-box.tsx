import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import { useRights } from "../rights/rights.ts";
import { describeError } from "../api/api-error.ts";
import {
  assignDebate,
  type Assignment,
  getRecord,
  listRuns,
  unassignDebate,
} from "../api/endpoints.ts";
import { useLoaded } from "../feed/use-loaded.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { Icon } from "../parts/icon.tsx";
import { describeDue, formatDateField, isOverdue } from "./due-date.ts";
import "../style/review.css";

interface AssignmentBoxProps {
  id: string;
  /** User who asked the question. */
  owner: string | undefined;
}

/** Shows who should review a debate, by when and why, with a form to change it. */
export function AssignmentBox({ id, owner }: AssignmentBoxProps): VNode | null {
  const rights = useRights();
  const loaded = useLoaded(async () => (await getRecord(id)).assignment, id);
  const [editing, setEditing] = useState(false);
  const may = rights?.may("assign", owner) ?? false;
  const assignment = loaded.value;
  // Without users, nobody can be assigned.
  if (!rights?.me || (!may && assignment === null)) return null;
  const changed = (): void => {
    setEditing(false);
    loaded.reload();
  };
  if (editing)
    return (
      <AssignmentForm
        id={id}
        assignment={assignment}
        me={rights.me.user ?? ""}
        onChange={changed}
        cancel={() => setEditing(false)}
      />
    );
  return (
    <div class="assignment">
      {assignment && <AssignmentLine assignment={assignment} />}
      {may && (
        <div class="row">
          <button type="button" class="quiet" onClick={() => setEditing(true)}>
            <Icon name="person" />
            {assignment ? "Change" : "Assign to…"}
          </button>
          {assignment && (
            <ActionButton class="quiet" icon="close" act={() => unassignDebate(id).then(changed)}>
              Remove the assignment
            </ActionButton>
          )}
        </div>
      )}
    </div>
  );
}

function AssignmentLine({ assignment }: { assignment: Assignment }): VNode {
  const { assignee, due, comment, by } = assignment;
  return (
    <div>
      <p>
        For <strong class="said">{escapeInvisible(assignee)}</strong>
        {due !== null && (
          <span class={isOverdue(due, Date.now()) ? "overdue" : ""}>
            {`, ${describeDue(due, Date.now())}`}
          </span>
        )}
        {by !== null && by !== assignee && (
          <span class="dim small"> · assigned by {escapeInvisible(by)}</span>
        )}
      </p>
      {comment !== "" && <p class="said assignment-comment">{escapeInvisible(comment)}</p>}
    </div>
  );
}

interface AssignmentFormProps {
  id: string;
  assignment: Assignment | null;
  /** Name of the signed-in user. */
  me: string;
  onChange(): void;
  cancel(): void;
}

const RECENT = 100;

function AssignmentForm({ id, assignment, me, onChange, cancel }: AssignmentFormProps): VNode {
  // Only admins may list users, so recent askers are suggested: their names are visible anyway.
  const recent = useLoaded((signal) => listRuns({ limit: RECENT }, signal), "users");
  const names = new Set([me, ...(recent.value?.runs ?? []).flatMap(({ user }) => user ?? [])]);
  const [assignee, setAssignee] = useState(assignment?.assignee ?? "");
  const [due, setDue] = useState(formatDateField(assignment?.due ?? null));
  const [comment, setComment] = useState(assignment?.comment ?? "");
  const [error, setError] = useState<string | null>(null);
  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    try {
      await assignDebate(id, {
        assignee: assignee.trim(),
        // Due at the end of the day in the assigner's time zone.
        ...(due === "" ? {} : { due: new Date(`${due}T23:59:59`).toISOString() }),
        ...(comment.trim() === "" ? {} : { comment: comment.trim() }),
      });
      onChange();
    } catch (thrown) {
      setError(describeError(thrown));
    }
  }
  return (
    <form class="assignment assignment-form" onSubmit={(event) => void submit(event)}>
      <div class="assignment-fields">
        <label>
          Reviewer
          <input
            type="text"
            required
            maxLength={200}
            list={`${id}-names`}
            autoComplete="off"
            value={assignee}
            onInput={({ currentTarget }) => setAssignee(currentTarget.value)}
          />
          <datalist id={`${id}-names`}>
            {[...names].map((name) => (
              <option value={name} />
            ))}
          </datalist>
        </label>
        <label>
          Due date (optional)
          <input
            type="date"
            value={due}
            onChange={({ currentTarget }) => setDue(currentTarget.value)}
          />
        </label>
      </div>
      <label>
        Comment
        <textarea
          rows={2}
          maxLength={2000}
          value={comment}
          onInput={({ currentTarget }) => setComment(currentTarget.value)}
        />
      </label>
      {error && (
        <p class="small-problem" role="alert">
          {error}
        </p>
      )}
      <div class="row">
        <button type="submit" class="primary">
          Assign
        </button>
        {assignee !== me && (
          <button type="button" onClick={() => setAssignee(me)}>
            Choose me
          </button>
        )}
        <button type="button" class="quiet" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

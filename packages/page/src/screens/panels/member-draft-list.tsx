import type { VNode } from "preact";
import type { MemberDraft } from "../../api/asking.ts";
import { Icon } from "../../parts/icon.tsx";
import { formatModel } from "../../record/format-model.ts";

interface MemberDraftListProps {
  members: MemberDraft[];
  models: readonly string[];
  change(members: MemberDraft[]): void;
}

/** Members of a panel that is being built: a model each, and optionally a name and instructions. */
export function MemberDraftList({ members, models, change }: MemberDraftListProps): VNode {
  const set = (index: number, member: MemberDraft): void => change(members.with(index, member));
  return (
    <fieldset class="seat-list">
      <legend>Members</legend>
      {members.map((member, index) => (
        <div class="seat">
          <label>
            Model {index + 1}
            <select
              value={member.model}
              onChange={({ currentTarget }) =>
                set(index, { ...member, model: currentTarget.value })
              }
            >
              {models.map((model) => (
                <option value={model}>{formatModel(model)}</option>
              ))}
            </select>
          </label>
          <label>
            Name
            <input
              type="text"
              maxLength={60}
              placeholder="from the model"
              value={member.name ?? ""}
              onInput={({ currentTarget }) => set(index, { ...member, name: currentTarget.value })}
            />
          </label>
          <button
            type="button"
            class="quiet brief"
            aria-label={`Remove member ${index + 1}`}
            title="Remove"
            onClick={() => change(members.toSpliced(index, 1))}
          >
            <Icon name="close" />
          </button>
          <details>
            <summary>{member.instructions ? "Instructions" : "Add instructions"}</summary>
            <label>
              <span class="hidden">Instructions for member {index + 1}</span>
              <textarea
                rows={3}
                placeholder="What this member should pay attention to"
                value={member.instructions ?? ""}
                onInput={({ currentTarget }) =>
                  set(index, { ...member, instructions: currentTarget.value })
                }
              />
            </label>
          </details>
        </div>
      ))}
      <p class="row">
        <button
          type="button"
          onClick={() => change([...members, { model: findUnused(models, members) }])}
        >
          <Icon name="add" />
          Add a member
        </button>
        {members.length < 2 && <span class="dim small">A panel needs at least two members.</span>}
      </p>
    </fieldset>
  );
}

/** The next model that no member has: copies of one model make the same mistakes. */
function findUnused(models: readonly string[], members: readonly MemberDraft[]): string {
  const unused = models.find((model) => members.every((member) => member.model !== model));
  return unused ?? members.at(-1)?.model ?? "";
}

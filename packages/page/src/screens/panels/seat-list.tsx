import type { VNode } from "preact";
import type { Seat } from "../../api/asking.ts";
import { Icon } from "../../parts/icon.tsx";
import { formatModel } from "../../record/format-model.ts";

interface SeatListProps {
  seats: Seat[];
  models: readonly string[];
  change(seats: Seat[]): void;
}

/** Members of a panel that is being built: a model each, and optionally a name and instructions. */
export function SeatList({ seats, models, change }: SeatListProps): VNode {
  const set = (index: number, changes: Partial<Seat>): void =>
    change(seats.map((seat, at) => (at === index ? { ...seat, ...changes } : seat)));
  return (
    <fieldset class="seat-list">
      <legend>Members</legend>
      {seats.map((seat, index) => (
        <div class="seat">
          <label>
            Model {index + 1}
            <select
              value={seat.model}
              onChange={({ currentTarget }) => set(index, { model: currentTarget.value })}
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
              value={seat.name ?? ""}
              onInput={({ currentTarget }) => set(index, { name: currentTarget.value })}
            />
          </label>
          <button
            type="button"
            class="quiet brief"
            aria-label={`Remove member ${index + 1}`}
            title="Remove"
            onClick={() => change(seats.filter((_, at) => at !== index))}
          >
            <Icon name="close" />
          </button>
          <details>
            <summary>{seat.instructions ? "Instructions" : "Add instructions"}</summary>
            <label>
              <span class="hidden">Instructions for member {index + 1}</span>
              <textarea
                rows={3}
                placeholder="What this member should pay attention to"
                value={seat.instructions ?? ""}
                onInput={({ currentTarget }) => set(index, { instructions: currentTarget.value })}
              />
            </label>
          </details>
        </div>
      ))}
      <p class="row">
        <button
          type="button"
          onClick={() => change([...seats, { model: findUnused(models, seats) }])}
        >
          <Icon name="add" />
          Add a member
        </button>
        {seats.length < 2 && <span class="dim small">A panel needs at least two members.</span>}
      </p>
    </fieldset>
  );
}

/** The next model that no member has: copies of one model make the same mistakes. */
function findUnused(models: readonly string[], seats: readonly Seat[]): string {
  const unused = models.find((model) => seats.every((seat) => seat.model !== model));
  return unused ?? seats.at(-1)?.model ?? "";
}

import type { Review } from "../../../rostrum/src/protocol/settings.ts";
import { clipped } from "../../../rostrum/src/visible.ts";
import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import { ReviewerField } from "../account/reviewer-field.tsx";
import { sentenceOf } from "../api/api-error.ts";
import { chosenGroups, type VotedWording } from "../record/wordings.ts";
import { GroupChoices } from "./group-choices.tsx";

interface ReviewFormProps {
  /** What the panel says. */
  answer: string;
  /** The wordings of its votes. */
  wordings: readonly VotedWording[];
  review(review: Review): Promise<void>;
}

/** Lets a person decide what the panel could not. */
export function ReviewForm({ answer, wordings, review }: ReviewFormProps): VNode {
  const [verdict, setVerdict] = useState<Review["verdict"] | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [chosen, choose] = useState(() => wordings.map(({ group: own }) => own));
  const group = useId();
  const groups = chosenGroups(wordings, chosen);
  const choices: [Review["verdict"], string][] = [
    [
      "confirm",
      groups
        ? "Confirm what the votes come to by these groups"
        : answer === ""
          ? "Confirm that there is no answer"
          : `Confirm “${clipped(answer, 60)}”`,
    ],
    ["correct", "Correct it"],
    ["reject", "Reject it: there is no answer"],
  ];

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (verdict === null) return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const given = (name: string): string => String(form.get(name) ?? "").trim();
    setBusy(true);
    setError(null);
    try {
      await review({
        verdict,
        ...(groups ? { groups } : {}),
        ...(verdict === "correct" ? { answer: given("answer") } : {}),
        ...(given("reason") === "" ? {} : { reason: given("reason") }),
        ...(given("reviewer") === "" ? {} : { reviewer: given("reviewer") }),
      });
    } catch (thrown) {
      setError(sentenceOf(thrown));
      setBusy(false);
    }
  }

  return (
    <form class="review-form" onSubmit={(event) => void submit(event)}>
      <GroupChoices wordings={wordings} chosen={chosen} choose={choose} />
      <fieldset>
        <legend>Your decision</legend>
        {choices.map(([value, words]) => (
          <label class="choice">
            <input
              type="radio"
              required
              name={`verdict-${group}`}
              checked={verdict === value}
              onChange={() => setVerdict(value)}
            />{" "}
            {words}
          </label>
        ))}
      </fieldset>
      {verdict === "correct" && (
        <label>
          The right answer
          <input type="text" name="answer" required autoComplete="off" />
        </label>
      )}
      <label>
        Reason
        <textarea name="reason" rows={2} required={verdict !== "confirm"} />
      </label>
      <ReviewerField />
      <button type="submit" class="primary" disabled={busy || verdict === null}>
        Submit review
      </button>
      {error && (
        <p class="small-problem" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}

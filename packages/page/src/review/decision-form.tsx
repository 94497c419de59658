import { findTie } from "@rostrum/core/record";
import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import type { PartialResult, Review } from "@rostrum/core/protocol";
import { clipLine, escapeInvisible } from "@rostrum/core/support";
import { formatCount } from "@rostrum/core/export";
import { useRights } from "../rights/rights.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { Chip } from "../parts/chip.tsx";
import { Icon } from "../parts/icon.tsx";
import { describeAnswer } from "../record/describe-answer.ts";
import { listVotedWordings, readChosenGroups } from "../record/wordings.ts";
import { GroupChoices } from "./group-choices.tsx";
import { type AnswerOption, listAnswerOptions } from "./list-answer-options.ts";

interface DecisionFormProps {
  result: PartialResult;
  decide(review: Review, words: string): void;
}

/** The selected option: an answer by its index, another answer, none, or the result of the person's groups. */
type Choice = number | "other" | "none" | "groups";

/** Further answers are folded. */
const MAX_VISIBLE_ANSWERS = 6;

/** One radio button per answer, with the arguments for it. None is preselected. */
export function DecisionForm({ result, decide }: DecisionFormProps): VNode {
  const options = listAnswerOptions(result);
  const isTied = findTie(result) !== null;
  const wordings = listVotedWordings(result);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [moved, setMoved] = useState(() => wordings.map(({ group }) => group));
  const [all, setAll] = useState(false);
  const first =
    all || options.length <= MAX_VISIBLE_ANSWERS + 1 ? options.length : MAX_VISIBLE_ANSWERS;
  const group = useId();
  const groups = readChosenGroups(wordings, moved);
  const picked = choice === "groups" && !groups ? null : choice;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const readField = (name: string): string => String(form.get(name) ?? "").trim();
    if (picked === null) return;
    const { verdict, answer, words } = describeOutcome(picked, options, readField("answer"));
    decide(
      {
        verdict,
        ...(picked === "groups" && groups ? { groups } : {}),
        ...(answer === undefined ? {} : { answer }),
        ...(readField("reason") === "" ? {} : { reason: readField("reason") }),
        ...(readField("reviewer") === "" ? {} : { reviewer: readField("reviewer") }),
      },
      words,
    );
  }
  const radio = (value: Choice): VNode => (
    <input
      type="radio"
      name={group}
      required
      checked={picked === value}
      onChange={() => setChoice(value)}
    />
  );
  const confirms = typeof picked === "number" && options[picked]?.isPanelAnswer === true;

  return (
    <form class="decision" onSubmit={submit}>
      <fieldset>
        <legend>What should the answer be?</legend>
        {options.slice(0, first).map((option, index) => (
          <OptionRow option={option} radio={radio(index)} isTied={isTied} />
        ))}
        {first < options.length && (
          <button type="button" class="quiet" onClick={() => setAll(true)}>
            <Icon name="down" />
            {formatCount(options.length - first, "more answer")}
          </button>
        )}
        {groups && (
          <label class="choice">{radio("groups")} What the votes come to by your groups</label>
        )}
        <label class="choice">{radio("other")} Another answer</label>
        {picked === "other" && (
          <label class="indented">
            The right answer
            <input type="text" name="answer" required autofocus autoComplete="off" />
          </label>
        )}
        <label class="choice">{radio("none")} There is no answer</label>
      </fieldset>
      <GroupChoices wordings={wordings} groupNumbers={moved} choose={setMoved} />
      <label>
        {confirms || picked === "groups"
          ? "Why? It is kept with the answer (optional)"
          : "Why? It is kept with the answer"}
        <textarea name="reason" rows={2} required={!confirms && picked !== "groups"} />
      </label>
      <ReviewerField />
      <p class="row">
        <button type="submit" class="primary" disabled={picked === null}>
          Save the decision
        </button>
        <span class="dim small">
          {picked === null ? "Choose an answer first." : "You can undo it for ten seconds."}
        </span>
      </p>
    </form>
  );
}

interface OptionRowProps {
  option: AnswerOption;
  radio: VNode;
  /** In a tie, no answer is the panel's. */
  isTied: boolean;
}

function OptionRow({ option, radio, isTied }: OptionRowProps): VNode {
  const { answer, number, isPanelAnswer, support, arguments: said } = option;
  const [first, ...others] = said;
  return (
    <div class="option">
      <label class="choice">
        {radio}{" "}
        <span class="option-head">
          <Chip answer={answer} number={number} brief />
          <span class="dim small">
            {support}
            {isPanelAnswer && !isTied && " · the panel's answer"}
          </span>
        </span>
      </label>
      {first && first.text.trim() !== "" && (
        <div class="option-said">
          <Argument {...first} />
          {others.length > 0 && (
            <details>
              <summary>{formatCount(others.length, "more argument")}</summary>
              {others.map((each) => (
                <Argument {...each} />
              ))}
            </details>
          )}
        </div>
      )}
    </div>
  );
}

function Argument({ debater, text }: { debater: string; text: string }): VNode {
  return (
    <div class="argument">
      {debater !== "" && <p class="name small">{escapeInvisible(debater)}</p>}
      <Markdown text={text} />
    </div>
  );
}

function describeOutcome(
  choice: Choice,
  options: readonly AnswerOption[],
  typed: string,
): { verdict: Review["verdict"]; answer?: string; words: string } {
  if (choice === "groups") return { verdict: "confirm", words: "the result of your groups" };
  if (choice === "none") return { verdict: "reject", words: "there is no answer" };
  const option = choice === "other" ? undefined : options[choice];
  const answer = option?.answer ?? typed;
  const words = `“${clipLine(describeAnswer(answer), 80)}”`;
  return option?.isPanelAnswer
    ? { verdict: "confirm", words }
    : { verdict: "correct", answer, words };
}

/** Asks for the reviewer's name, unless the server knows who is signed in. */
function ReviewerField(): VNode | null {
  if (useRights()?.me) return null;
  return (
    <label>
      Your name (optional)
      <input type="text" name="reviewer" autoComplete="name" />
    </label>
  );
}

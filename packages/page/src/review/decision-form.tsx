import { type DebateRecord, findTie } from "@rostrum/core/record";
import type { ComponentChildren, VNode } from "preact";
import { useId, useMemo, useState } from "preact/hooks";
import type { Review } from "@rostrum/core/protocol";
import { clipLine, escapeInvisible } from "@rostrum/core/support";
import { formatCount, nameMembers, nameUnnamed, shortenAnswer } from "@rostrum/core/export";
import { useRights } from "../rights/rights.ts";
import { Markdown, renderLine } from "../markdown/markdown.tsx";
import { Avatars } from "../parts/avatar.tsx";
import { colourClass } from "../parts/chip.tsx";
import { Folded } from "../parts/folded.tsx";
import { Icon } from "../parts/icon.tsx";
import { AnswerSymbol } from "../parts/answer-symbol.tsx";
import { describeAnswer } from "../record/describe-answer.ts";
import { listVotedWordings, readChosenGroups } from "../record/wordings.ts";
import { stripMarkdown } from "../text/strip-markdown.ts";
import { joinVisibleNames } from "../record/join-visible-names.ts";
import { GroupChoices } from "./group-choices.tsx";
import { UNDO_MS } from "./pending.ts";
import { type AnswerOption, listAnswerOptions } from "./list-answer-options.ts";

interface DecisionFormProps {
  record: DebateRecord;
  decide(review: Review, choiceText: string): void;
  /** Button next to the form's own. */
  children?: ComponentChildren;
}

/** The selected option: an answer by its index, another answer, none, or the result of the person's groups. */
type Choice = number | "other" | "none" | "groups";

/** Further answers are folded. */
const MAX_VISIBLE_ANSWERS = 6;

/** One card per answer, with the arguments for it. None is preselected. */
export function DecisionForm({ record, decide, children }: DecisionFormProps): VNode {
  const { result } = record;
  const shown = useMemo(
    () => nameMembers(result, nameUnnamed(record.started?.panel ?? [])),
    [result, record.started],
  );
  const options = listAnswerOptions(shown);
  const isTied = findTie(result) !== null;
  // The server knows members by the names in the data.
  const wordings = listVotedWordings(result);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [moved, setMoved] = useState(() => wordings.map(({ group }) => group));
  const [all, setAll] = useState(false);
  const first =
    all || options.length <= MAX_VISIBLE_ANSWERS + 1 ? options.length : MAX_VISIBLE_ANSWERS;
  const group = useId();
  const form = useId();
  const groups = readChosenGroups(wordings, moved);
  const picked = choice === "groups" && !groups ? null : choice;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    const readField = (name: string): string => String(fields.get(name) ?? "").trim();
    if (picked === null) return;
    const { verdict, answer, choiceText } = describeOutcome(picked, options, readField("answer"));
    decide(
      {
        verdict,
        ...(picked === "groups" && groups ? { groups } : {}),
        ...(answer === undefined ? {} : { answer }),
        ...(readField("reason") === "" ? {} : { reason: readField("reason") }),
        ...(readField("reviewer") === "" ? {} : { reviewer: readField("reviewer") }),
      },
      choiceText,
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
    <div class="decision">
      <form id={form} onSubmit={submit}>
        <fieldset>
          <legend>What should the answer be?</legend>
          <p class="dim small">{describeEffect(record)}</p>
          <div class="options">
            {options.slice(0, first).map((option, index) => (
              <OptionCard option={option} radio={radio(index)} isTied={isTied} />
            ))}
          </div>
          {first < options.length && (
            <button type="button" class="quiet" onClick={() => setAll(true)}>
              <Icon name="down" />
              {formatCount(options.length - first, "more answer")}
            </button>
          )}
          <div class="other-options">
            {groups && (
              <label class="choice">
                {radio("groups")}
                <span>
                  Count the votes as merged <small>The largest group wins.</small>
                </span>
              </label>
            )}
            <label class="choice">
              {radio("other")}
              <span>
                Another answer <small>You write it, and it replaces the panel’s.</small>
              </span>
            </label>
            <label class="choice">
              {radio("none")}
              <span>
                There is no answer <small>Every answer above is rejected.</small>
              </span>
            </label>
          </div>
          {picked === "other" && (
            <label>
              The right answer
              <input type="text" name="answer" required autofocus autoComplete="off" />
            </label>
          )}
        </fieldset>
        <GroupChoices wordings={listVotedWordings(shown)} groupNumbers={moved} choose={setMoved} />
        <label>
          {confirms || picked === "groups"
            ? "Why? It is kept with the answer (optional)"
            : "Why? It is kept with the answer"}
          <textarea name="reason" rows={2} required={!confirms && picked !== "groups"} />
        </label>
        <ReviewerField />
      </form>
      {/* Outside of the form, because the button next to it opens a form too. */}
      <div class="row">
        <button type="submit" form={form} class="primary" disabled={picked === null}>
          Save the decision
        </button>
        {children}
      </div>
    </div>
  );
}

/** Explains what saving does before anything is chosen. */
function describeEffect({ status }: DebateRecord): string {
  const effect = status === "waiting" ? "ends the debate" : "replaces the panel’s decision";
  return `Your choice becomes the answer and ${effect}. Your name and reason are kept with it. For ${UNDO_MS / 1000} seconds after saving, you can undo it.`;
}

interface OptionCardProps {
  option: AnswerOption;
  radio: VNode;
  /** In a tie, no answer is the panel's. */
  isTied: boolean;
}

/** An answer that can be chosen: its words, its members, and their arguments. */
function OptionCard({ option, radio, isTied }: OptionCardProps): VNode {
  const { answer, label, number, isPanelAnswer, support, debaters, arguments: said } = option;
  const [first, ...others] = said;
  const answerText = shortenAnswer(describeAnswer(answer), { label, length: 160 });
  return (
    <div class={`card option ${colourClass(number)}`}>
      <p class="option-title">
        <AnswerSymbol number={number} />
        <span class="said">{renderLine(answerText)}</span>
      </p>
      <p class="said-by">
        {debaters.length > 0 && <Avatars members={debaters.map((name) => ({ name, number }))} />}
        {debaters.length > 0 ? joinVisibleNames(debaters) : support}
        {isPanelAnswer && !isTied && <span class="tag">the panel's answer</span>}
      </p>
      {first && first.text.trim() !== "" && (
        <div class="option-said">
          <Folded name={`argument ${answer}`} contentName="the argument">
            <Markdown text={first.text} />
          </Folded>
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
      {/* Covers the card, so that a click anywhere chooses it. */}
      <label class="option-choice">
        {radio} {isPanelAnswer && !isTied ? "Confirm this" : "Choose this"}
        <span class="hidden">
          : {clipLine(stripMarkdown(answerText), 80)}
          {isPanelAnswer && !isTied && ", the panel's answer"}
        </span>
      </label>
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
): { verdict: Review["verdict"]; answer?: string; choiceText: string } {
  if (choice === "groups") return { verdict: "confirm", choiceText: "the votes as merged" };
  if (choice === "none") return { verdict: "reject", choiceText: "there is no answer" };
  const option = choice === "other" ? undefined : options[choice];
  const answer = option?.answer ?? typed;
  const choiceText = `“${clipLine(describeAnswer(answer), 80)}”`;
  return option?.isPanelAnswer
    ? { verdict: "confirm", choiceText }
    : { verdict: "correct", answer, choiceText };
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

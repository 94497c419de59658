import type { VNode } from "preact";
import { useId, useState } from "preact/hooks";
import type { DebateRecord } from "@rostrum/core/record";
import { escapeInvisible } from "@rostrum/core/support";
import { nameOptions } from "@rostrum/core/answers";
import { submitOnEnter, useSending } from "./words-form.tsx";

interface TurnFormProps {
  title: string;
  record: DebateRecord;
  /** False for people who argue for a side, review or draft: they give no answer of their own. */
  answers: boolean;
  send(text: string): Promise<void>;
}

/** A person's turn: a field for the answer, and the reasons that the other members read. */
export function TurnForm({ title, record, answers, send }: TurnFormProps): VNode {
  const [answer, setAnswer] = useState("");
  const [reasons, setReasons] = useState("");
  const kind = record.started?.rules.answer ?? "";
  const { busy, error, submit } = useSending(() => send(writeTurn(reasons, answers ? answer : "")));
  const ready = answers ? answer.trim() !== "" : reasons.trim() !== "";
  const twice = answers && /^\s*\W*answer\W*:/im.test(reasons);
  return (
    <form class="words-form turn-form" onSubmit={submit} onKeyDown={submitOnEnter}>
      <h2>{title}</h2>
      {answers && <AnswerField {...{ kind, record, answer, setAnswer }} />}
      <label>
        {answers ? "Your reasons, which the others read (optional)" : "Your words"}
        <textarea
          rows={4}
          value={reasons}
          onInput={({ currentTarget }) => setReasons(currentTarget.value)}
        />
      </label>
      <div class="words-buttons">
        <button type="submit" class="primary" disabled={busy || !ready || twice}>
          {answers ? "Send your answer" : "Send"}
        </button>
        {twice && (
          <span class="small-problem">
            Leave the line “Answer: …” out of your reasons: the answer has its own field.
          </span>
        )}
      </div>
      {error && (
        <p class="small-problem" role="alert">
          {error}
        </p>
      )}
    </form>
  );
}

/** Formats a turn as the panel reads it: the reasons, then the answer on its own line. */
function writeTurn(reasons: string, answer: string): string {
  const line = answer.trim() === "" ? "" : `Answer: ${answer.trim()}`;
  return [reasons.trim(), line].filter((part) => part !== "").join("\n\n");
}

interface AnswerFieldProps {
  kind: string;
  record: DebateRecord;
  answer: string;
  setAnswer(answer: string): void;
}

/** Radio buttons for a choice, a field for a number, or a line for anything else. */
function AnswerField({ kind, record, answer, setAnswer }: AnswerFieldProps): VNode {
  const group = useId();
  const options =
    kind === "choice" ? nameOptions(record.started?.choices, record.result.question) : [];
  if (options.length > 0) {
    return (
      <fieldset class="turn-options">
        <legend>Your answer</legend>
        {options.map(({ value, text, letter }) => (
          <label class="choice">
            <input
              type="radio"
              name={group}
              required
              checked={answer === value}
              onChange={() => setAnswer(value)}
            />{" "}
            <span class="said">
              {letter === null ? "" : `${letter}) `}
              {escapeInvisible(text)}
            </span>
          </label>
        ))}
      </fieldset>
    );
  }
  if (kind === "number") return <NumberField setAnswer={setAnswer} />;
  return (
    <label>
      Your answer
      <input
        type="text"
        required
        autoComplete="off"
        value={answer}
        onInput={({ currentTarget }) => setAnswer(currentTarget.value)}
      />
    </label>
  );
}

/** A number with an optional unit. */
function NumberField({ setAnswer }: Pick<AnswerFieldProps, "setAnswer">): VNode {
  const [number, setNumber] = useState("");
  const [unit, setUnit] = useState("");
  const change = (nextNumber: string, nextUnit: string): void => {
    setNumber(nextNumber);
    setUnit(nextUnit);
    setAnswer(nextNumber === "" ? "" : `${nextNumber} ${nextUnit}`.trim());
  };
  return (
    <div class="turn-number">
      <label>
        Your answer, a number
        <input
          type="number"
          step="any"
          required
          value={number}
          onInput={({ currentTarget }) => change(currentTarget.value, unit)}
        />
      </label>
      <label>
        Its unit, if it has one
        <input
          type="text"
          autoComplete="off"
          value={unit}
          onInput={({ currentTarget }) => change(number, currentTarget.value)}
        />
      </label>
    </div>
  );
}

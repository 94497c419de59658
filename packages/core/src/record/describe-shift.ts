import type { AgreementCount, ShiftAlarm, ShiftCause } from "../protocol/shift.ts";

/** Describes an alarm. It doesn't say that the panel is worse: that can't be known without labels. */
export function describeShift({ pair, since, before, falseAlarms, cause }: ShiftAlarm): string {
  const count = ({ agreed, both }: AgreementCount, noun: string): string =>
    `${agreed} of ${both} ${noun}`;
  return (
    `The panel agrees differently from its calibration rows: ${pair.join(" and ")} agreed in ` +
    `${count(since, "debates")} and in ${count(before, "rows")}. If nothing had changed, at most ` +
    `${Math.round(falseAlarms * 100)} panels in 100 would ever show this. ${describeCause(cause)} No guarantee is given ` +
    "until the panel is calibrated again."
  );
}

function describeCause({ type, members }: ShiftCause): string {
  const names = members.join(" and ");
  switch (type) {
    case "harder":
      return "The likeliest cause is harder questions.";
    case "easier":
      return "The likeliest cause is easier questions.";
    case "replaced":
      return `The likeliest cause is that ${names} answers like another model.`;
    case "hostile":
      return `The likeliest cause is that ${names} answers against all others.`;
    case "twins":
      return `The likeliest cause is that ${names} give the same answers.`;
    case "unknown":
      return "The cause is not clear.";
  }
}

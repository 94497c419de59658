/** The parts of a reply that have a name, whether as a JSON key or as the label of a line. */
export type Field = "answer" | "outcome" | "reasoning" | "confidence" | "justification" | "changed";

/** `outcome` names an answer too, but an explicit `answer` next to it counts first. */
const names: Record<Field, string> = {
  answer:
    "answer finalanswer theanswer thefinalanswer myanswer myfinalanswer correctanswer thecorrectanswer " +
    "bestanswer revisedanswer updatedanswer newanswer ans antwort réponse respuesta resposta risposta 答案 最终答案 答え",
  outcome:
    "result finalresult conclusion choice finalchoice selectedoption selection verdict decision finaldecision",
  reasoning:
    "reasoning rationale explanation thought thoughts thinking analysis steps chainofthought work working",
  confidence:
    "confidence confidencescore confidencelevel myconfidence certainty probability overallconfidence",
  justification:
    "justification reasonforchange reasonforchanging changereason whychanged reasonforupdate changejustification",
  changed:
    "changed change haschanged changedmind changedmymind changedanswer changedposition ichanged mindchanged",
};

const fields = new Map<string, Field>();
for (const field of Object.keys(names) as Field[]) {
  for (const name of names[field].split(" ")) {
    fields.set(name, field);
    // The usual form of a label, which is found without a copy in small letters.
    fields.set(name.charAt(0).toUpperCase() + name.slice(1), field);
  }
}

/** Words that name the answer as a JSON key, but open a paragraph of prose as a line. */
const keysOnly = new Set([
  "solution",
  "response",
  "output",
  "value",
  "option",
  "prediction",
  "label",
]);

const spacing = /[\s_\-*`"'“”]+/g;

const compact = (label: string): string => label.replace(spacing, "").toLowerCase();

export const fieldOfLabel = (label: string): Field | undefined =>
  fields.get(label) ?? fields.get(label.toLowerCase()) ?? fields.get(compact(label));

export const fieldOfKey = (key: string): Field | undefined => {
  const known = fieldOfLabel(key);
  if (known !== undefined) return known;
  return keysOnly.has(compact(key)) ? "outcome" : undefined;
};

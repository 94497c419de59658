import { markup, NOTHING, type Markup } from "../../export/html/markup.ts";
import type { GradingSummary } from "../grading/summary.ts";
import { gradeWord } from "./figures.ts";

/** Every answer on which graders differ. */
export function gradingSection({ disagreements }: GradingSummary): Markup {
  if (disagreements.length === 0) return NOTHING;
  const rows = disagreements.map(
    ({ id, question, answer, golds, rules, model, right }) =>
      markup`<tr><td>${id}</td><td class="said">${question}</td><td class="said">${answer}</td><td class="said">${golds.join(" / ")}</td><td>${gradeWord(rules)}</td><td>${model.map(gradeWord).join(", ")}</td><td>${gradeWord(right)}</td></tr>`,
  );
  return markup`<h2>Where graders differ</h2><div class="wide"><table><thead><tr><th>question</th><th></th><th>answer</th><th>right answer</th><th>rules</th><th>model</th><th>counts as</th></tr></thead>
    <tbody>${rows}</tbody></table></div>`;
}

import type { VNode } from "preact";
import { RECORDED, RECORDED_PANEL, type RecordedName } from "@rostrum/core/record";
import { recordedHref } from "./recorded-id.ts";

/** Links to the recorded debates, for a page without runs. */
export function RecordedLinks(): VNode {
  const names = Object.keys(RECORDED) as RecordedName[];
  return (
    <section class="recorded">
      <h2>Watch a recorded debate</h2>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={recordedHref(name)}>
              <b>{RECORDED[name].question}</b>
              <span class="dim small">{RECORDED[name].about}</span>
            </a>
          </li>
        ))}
      </ul>
      <p class="dim small">{RECORDED_PANEL}</p>
    </section>
  );
}

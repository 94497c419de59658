import type { VNode } from "preact";
import { escapeInvisible } from "@rostrum/core/support";
import { Markdown } from "../markdown/markdown.tsx";
import type { FieldValue } from "../record/read-fields.ts";

/** An answer with named fields, as text instead of JSON. */
export function FieldList({ value }: { value: FieldValue }): VNode {
  if (typeof value === "string") return <Markdown text={value} />;
  if ("list" in value) {
    return (
      <ul class="field-values">
        {value.list.map((each) => (
          <li>
            <FieldList value={each} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <dl class="fields">
      {value.fields.map(({ name, value: each }) => (
        <div>
          <dt>{escapeInvisible(name)}</dt>
          <dd>
            <FieldList value={each} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

import type { ComponentChildren, VNode } from "preact";
import type { DebateRecord } from "../../../../rostrum/src/record/index.ts";
import { clipped, visible } from "../../../../rostrum/src/visible.ts";
import { getRecord } from "../../api/endpoints.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { Problem } from "../../parts/notice-list.tsx";
import { debateHref } from "../../route/route.ts";
import { comparedRows } from "./compared-rows.ts";

/** Two debates side by side, with differences highlighted. */
export function CompareScreen({ ids }: { ids: [string, string] }): VNode {
  const loaded = useLoaded(() => Promise.all(ids.map(getRecord)), ids.join(" "));
  const [a, b] = loaded.value ?? [];
  return (
    <div class="compare">
      <h1>Two runs side by side</h1>
      {loaded.error && <Problem>{loaded.error}</Problem>}
      {a && b && (
        <div class="table-frame" role="region" aria-label="Comparison" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <td />
                <RunHead id={ids[0]} record={a} />
                <RunHead id={ids[1]} record={b} />
              </tr>
            </thead>
            <tbody>
              {comparedRows(a, b).map(({ name, values, differs }) => (
                <tr class={differs ? "differs" : ""}>
                  <th scope="row">{visible(name)}</th>
                  {values.map((value) => (
                    <Value>{clipped(value, 400)}</Value>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function RunHead({ id, record }: { id: string; record: DebateRecord }): VNode {
  return (
    <th scope="col" class="said">
      <a href={debateHref(id)}>{clipped(record.result.question, 120)}</a>
    </th>
  );
}

function Value({ children }: { children: ComponentChildren }): VNode {
  return <td class="said">{children}</td>;
}

import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { CopyButton } from "../../parts/copy-button.tsx";
import { lazyModule, useModule } from "../../parts/use-module.ts";

const renderer = lazyModule(() => import("./render-formula.ts"));

/** A formula within a line. */
export function Formula({ tex }: { tex: string }): VNode {
  return (
    <span class="formula" title={tex}>
      <DrawnFormula tex={tex} block={false} />
    </span>
  );
}

/** A formula on its own line, with a button that copies its TeX. */
export function FormulaBlock({ tex }: { tex: string }): VNode {
  return (
    <div class="formula-block">
      <div class="formula-frame" role="group" aria-label="A formula" tabIndex={0}>
        <DrawnFormula tex={tex} block />
      </div>
      <CopyButton text={() => tex} label="Copy the formula as TeX" brief />
    </div>
  );
}

/** Shows the TeX while the renderer loads, and if it can't draw the formula. */
function DrawnFormula({ tex, block }: { tex: string; block: boolean }): VNode {
  const loaded = useModule(renderer);
  const container = useRef<HTMLSpanElement>(null);
  const math = useMemo(() => loaded?.renderFormula(tex, block) ?? null, [loaded, tex, block]);
  useLayoutEffect(() => {
    if (math) container.current?.replaceChildren(math);
  }, [math]);
  return math ? <span ref={container} /> : <code>{tex}</code>;
}

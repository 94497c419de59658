import type { VNode } from "preact";
import { CopyButton } from "../../parts/copy-button.tsx";
import { lazyModule, useModule } from "../../parts/use-module.ts";

const math = lazyModule(() => import("./math.tsx"));

/** A formula within a line. Until it can be drawn, it is shown as it was written. */
export function Formula({ tex }: { tex: string }): VNode {
  const loaded = useModule(math);
  if (!loaded) return <code>{tex}</code>;
  return (
    <span class="formula" title={tex}>
      <loaded.MathFormula tex={tex} block={false} />
    </span>
  );
}

/** A formula on lines of its own, which can be copied as it was written. */
export function FormulaBlock({ tex }: { tex: string }): VNode {
  const loaded = useModule(math);
  return (
    <div class="formula-block">
      <div class="formula-frame" role="group" aria-label="A formula" tabIndex={0}>
        {loaded ? <loaded.MathFormula tex={tex} block /> : <code>{tex}</code>}
      </div>
      <CopyButton text={() => tex} label="Copy the formula as TeX" brief />
    </div>
  );
}

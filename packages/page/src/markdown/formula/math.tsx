import type { ComponentChildren, VNode } from "preact";
import { type FormulaNode, parseFormula } from "./parse-formula.ts";

/** A formula as MathML; as it was written, if it isn't understood. It is built from nodes, never from markup. */
export function MathFormula({ tex, block }: { tex: string; block: boolean }): VNode {
  const formula = parseFormula(tex);
  if (formula === null) return <code>{tex}</code>;
  return <math display={block ? "block" : "inline"}>{renderNode(formula)}</math>;
}

function renderNode(node: FormulaNode): VNode {
  switch (node.type) {
    case "letter":
      return <mi>{node.text}</mi>;
    case "number":
      return <mn>{node.text}</mn>;
    case "operator":
      // A bracket is as high as a letter, unless it was asked to fit what it holds.
      return <mo stretchy={/^[()[\]{}|⟨⟩]$/.test(node.text) ? false : undefined}>{node.text}</mo>;
    case "words":
      return <mtext>{node.text.replaceAll(" ", "\u00a0")}</mtext>;
    case "large":
      return /\w/.test(node.text) ? <mi>{node.text}</mi> : <mo largeop>{node.text}</mo>;
    case "row":
      return <mrow>{renderItems(node.items)}</mrow>;
    case "fraction":
      return (
        <mfrac linethickness={node.line ? undefined : "0"}>
          {renderNode(node.top)}
          {renderNode(node.bottom)}
        </mfrac>
      );
    case "root":
      return node.degree === null ? (
        <msqrt>{renderNode(node.of)}</msqrt>
      ) : (
        <mroot>
          {renderNode(node.of)}
          {renderNode(node.degree)}
        </mroot>
      );
    case "script":
    case "stack":
      return renderScript(node);
    case "fence":
      return (
        <mrow>
          <mo stretchy>{node.open}</mo>
          {renderNode(node.of)}
          <mo stretchy>{node.close}</mo>
        </mrow>
      );
    case "table":
      return <FormulaTable {...node} />;
    case "box":
      return <mpadded class="formula-box">{renderNode(node.of)}</mpadded>;
    case "space":
      return <mspace width={`${node.em}em`} />;
  }
}

/** After a function's name, what it is applied to doesn't touch it. */
function renderItems(items: readonly FormulaNode[]): ComponentChildren {
  return items.flatMap((item, at) => {
    const next = items[at + 1];
    const isOpen = next?.type === "operator" && /^[([|]/.test(next.text);
    const isApplied = isName(item) && next !== undefined && !isOpen && next.type !== "fence";
    const rendered = renderNode(item);
    return isApplied ? [rendered, <mspace width="0.17em" />] : [rendered];
  });
}

function isName(node: FormulaNode): boolean {
  if (node.type === "script" || node.type === "stack") return isName(node.of);
  const isWord = node.type === "words" || node.type === "large";
  return isWord && /^[a-z ]+$/i.test(node.text) && node.text.trim() === node.text;
}

function renderScript(node: Extract<FormulaNode, { type: "script" | "stack" }>): VNode {
  const { of, below, above } = node;
  const base = renderNode(of);
  const low = below && renderNode(below);
  const high = above && renderNode(above);
  if (node.type === "script") {
    if (low === null) return <msup>{[base, high]}</msup>;
    return high === null ? <msub>{[base, low]}</msub> : <msubsup>{[base, low, high]}</msubsup>;
  }
  if (low === null) return <mover accent={isAccent(above)}>{[base, high]}</mover>;
  return high === null ? (
    <munder>{[base, low]}</munder>
  ) : (
    <munderover>{[base, low, high]}</munderover>
  );
}

function isAccent(node: FormulaNode | null): boolean {
  return node?.type === "operator";
}

function FormulaTable({ rows, sides }: Extract<FormulaNode, { type: "table" }>): VNode {
  return (
    <mtable class={`formula-${sides}`}>
      {rows.map((row) => (
        <mtr>
          {row.map((cell) => (
            <mtd>{renderNode(cell)}</mtd>
          ))}
        </mtr>
      ))}
    </mtable>
  );
}

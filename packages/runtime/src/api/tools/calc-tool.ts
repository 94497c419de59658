import { formatCalculation } from "@rostrum/core/answers";
import type { ToolPort } from "@rostrum/core/protocol";

/** Exact arithmetic with units. */
export function createCalcTool(): ToolPort {
  return {
    name: "calc",
    readOnly: true,
    offered: {
      description:
        "Computes an expression exactly: figures, units, + - * / ^ and brackets, such as 3 h * 60 km/h. Give `to` for a result in another unit.",
      inputSchema: {
        type: "object",
        properties: { expression: { type: "string" }, to: { type: "string" } },
        required: ["expression"],
      },
    },
    async call(input) {
      const { expression, to } = (input ?? {}) as Record<string, unknown>;
      if (typeof expression !== "string") throw new Error('expected { "expression": "2 + 2" }');
      const result = formatCalculation(expression, typeof to === "string" ? to : undefined);
      if (result === null) throw new Error(`it can't be computed: ${expression.slice(0, 200)}`);
      return result;
    },
  };
}

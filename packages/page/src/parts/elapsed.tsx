import type { VNode } from "preact";
import { formatDuration } from "@rostrum/core/export";
import { keepUnits } from "../text/keep-units.ts";
import { useNow } from "./use-now.ts";

/** Time since a moment, updated every second. */
export function Elapsed({ since }: { since: number }): VNode {
  const seconds = Math.floor(Math.max(0, useNow() - since) / 1000);
  return <>{keepUnits(seconds < 60 ? `${seconds} s` : formatDuration(seconds * 1000))}</>;
}

/** US dollars; an unknown price is never shown as zero. */
export function money(usd: number | null): string {
  if (usd === null) return "unknown";
  if (usd === 0) return "$0";
  if (usd >= 0.995) return `$${usd.toFixed(2)}`;
  if (usd < 1e-6) return "<$0.000001";
  return `$${Number(usd.toPrecision(2)).toFixed(Math.max(2, 1 - Math.floor(Math.log10(usd))))}`;
}

/** Only the whole is 100%. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return `${share < 1 ? Math.min(99, rounded) : rounded}%`;
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

export function thousands(count: number | null): string {
  return count === null ? "unknown" : count.toLocaleString("en-US");
}

const DAY_AND_TIME = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

export function moment(at: number): string {
  return DAY_AND_TIME.format(at);
}

/** Values of labels, by name. They come from a fixed set: never from what a client sends. */
export type Labels = Readonly<Record<string, string>>;

/** A value that only rises, per combination of labels. */
export interface Counter {
  add(labels: Labels, amount?: number): void;
  /** One combination, for a caller that adds to it often. It is shown from the first addition on. */
  of(labels: Labels): Tally;
}

export interface Tally {
  add(amount: number): void;
}

/** How often a duration was within each bound. */
export interface Histogram {
  observe(labels: Labels, value: number): void;
}

/** Metrics in the text format of Prometheus, version 0.0.4. */
export interface Registry {
  counter(name: string, help: string): Counter;
  /** Reads its values when they are asked for. */
  gauge(name: string, help: string, read: () => readonly [Labels, number][] | number): void;
  histogram(name: string, help: string, bounds: readonly number[]): Histogram;
  text(): string;
}

export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

type Sample = readonly [suffix: string, labels: Labels, value: number];

export function createRegistry(): Registry {
  const families: (() => string)[] = [];

  function family(name: string, help: string, type: string, samples: () => Sample[]): void {
    families.push(() =>
      [
        `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
        `# TYPE ${name} ${type}`,
        ...samples().map(
          ([suffix, labels, value]) => `${name}${suffix}${inBraces(labels)} ${asNumber(value)}`,
        ),
        "",
      ].join("\n"),
    );
  }

  return {
    counter(name, help) {
      const values = new Map<string, { labels: Labels; value: number }>();
      function rowOf(labels: Labels): { value: number } {
        const key = keyOf(labels);
        const row = values.get(key) ?? { labels, value: 0 };
        values.set(key, row);
        return row;
      }
      family(name, help, "counter", () =>
        [...values.values()].map(({ labels, value }) => ["", labels, value]),
      );
      return {
        add(labels, amount = 1) {
          rowOf(labels).value += amount;
        },
        of(labels) {
          let row: { value: number } | undefined;
          return {
            add(amount) {
              row ??= rowOf(labels);
              row.value += amount;
            },
          };
        },
      };
    },
    gauge(name, help, read) {
      family(name, help, "gauge", () => {
        const value = read();
        return typeof value === "number"
          ? [["", {}, value]]
          : value.map(([labels, each]) => ["", labels, each]);
      });
    },
    histogram(name, help, bounds) {
      const rows = new Map<string, { labels: Labels; within: number[]; sum: number; n: number }>();
      family(name, help, "histogram", () =>
        [...rows.values()].flatMap(({ labels, within, sum, n }): Sample[] => [
          ...bounds.map((bound, index): Sample => [
            "_bucket",
            { ...labels, le: asNumber(bound) },
            within[index] ?? 0,
          ]),
          ["_bucket", { ...labels, le: "+Inf" }, n],
          ["_sum", labels, sum],
          ["_count", labels, n],
        ]),
      );
      return {
        observe(labels, value) {
          const key = keyOf(labels);
          const row = rows.get(key) ?? { labels, within: bounds.map(() => 0), sum: 0, n: 0 };
          rows.set(key, row);
          bounds.forEach((bound, index) => {
            if (value <= bound) row.within[index] = (row.within[index] ?? 0) + 1;
          });
          row.sum += value;
          row.n += 1;
        },
      };
    },
    text: () => families.map((write) => write()).join(""),
  };
}

/** One key per combination. Every sample of a family has the same names, in the same order. */
function keyOf(labels: Labels): string {
  let key = "";
  for (const name in labels) key += `${labels[name]}\0`;
  return key;
}

function inBraces(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function asNumber(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (value === Infinity) return "+Inf";
  return String(value);
}

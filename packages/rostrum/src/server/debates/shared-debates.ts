import { Debate } from "../../api/index.ts";
import type { Journal } from "../../protocol/journal.ts";
import type { DebateConfig } from "../../protocol/options.ts";

/** A debate that many runs share. Each run has a journal of its own. */
export interface SharedDebate {
  /** Begins a run, which is to open its id in this journal. */
  run<T>(id: string, journal: Journal, begin: (debate: Debate<unknown>) => Promise<T>): Promise<T>;
}

/** To check a config and to fingerprint it takes longer than a request itself, so a config that comes again is kept. */
export function sharedDebates(own: Journal): (config: DebateConfig<unknown>) => SharedDebate {
  const journals = new Map<string, Journal>();
  const journal: Journal = {
    open: (id, ...rest) => (journals.get(id) ?? own).open(id, ...rest),
    read: (id) => (journals.get(id) ?? own).read(id),
  };
  const known = new WeakMap<DebateConfig<unknown>, SharedDebate>();

  function made(config: DebateConfig<unknown>): SharedDebate {
    const debate = new Debate({ ...config, journal });
    return {
      async run(id, mine, begin) {
        journals.set(id, mine);
        try {
          return await begin(debate);
        } finally {
          if (journals.get(id) === mine) journals.delete(id);
        }
      },
    };
  }

  return (config) => {
    const shared = known.get(config) ?? made(config);
    known.set(config, shared);
    return shared;
  };
}

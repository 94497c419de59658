import type { PeerHost } from "@rostrum/runtime/journal";
import { actOnLive, answerPeer, readPeerAct, unknownActError } from "./debate-acts.ts";
import type { LiveDebate } from "./live-debate.ts";

/** Lets other servers on the same journal act on the debates of this one, and follow their texts. */
export function createPeerHost(debates: ReadonlyMap<string, LiveDebate>): PeerHost {
  return {
    act(id, value) {
      const live = debates.get(id);
      return (
        live &&
        answerPeer(async () => {
          const act = readPeerAct(value);
          if (!act) throw unknownActError();
          await actOnLive(live, act);
        })
      );
    },
    followed(id, sendDeltas) {
      const live = debates.get(id);
      const stopListening = live?.listen({ changed: () => undefined, deltas: sendDeltas });
      const inFlight = live?.inFlight() ?? [];
      if (inFlight.length > 0) sendDeltas(inFlight);
      return stopListening;
    },
  };
}

/*
 * Tests failover with two servers on one Postgres database: one runs every debate and is killed with kill -9, the other
 * is watched. `node scripts/failover.ts [debates] [lease in ms]`. Not part of the check, which has a short version of it
 * in test/postgres/servers.test.ts.
 */
import { installPostgres, postgresServer } from "../test/postgres/support/server.ts";
import { failover } from "../test/postgres/support/failover.ts";
import { provider } from "../test/restate/support.ts";

const [debates = "100", leaseMs = "15000"] = process.argv.slice(2);
const CALL_MS = 500;

if (!(await installPostgres())) process.exit(1);
const server = await postgresServer();
const paying = await provider(CALL_MS);
try {
  const { seen, ms, killedAt, journaled, paidTwice, paid } = await failover({
    debates: Number(debates),
    database: server.url,
    leaseMs: Number(leaseMs),
    provider: paying,
    // Every debate is in its second round.
    killAfter: Number(debates) * 5,
  });
  const repeatedIds = new Set(paidTwice);
  const completeStreams = seen.filter(
    (events) =>
      events.every(({ seq }, index) => seq === index) && events.at(-1)?.type === "debate.completed",
  );
  console.log(`debates                           ${debates}, 9 calls of ${CALL_MS} ms each`);
  console.log(`lease                             ${Number(leaseMs) / 1000} s`);
  console.log(`last debate finished              ${(ms / 1000).toFixed(1)} s after the kill`);
  const takeoverMs = seen.flatMap((events) => {
    const first = events.find(({ at }) => at > killedAt);
    return first ? [first.at - killedAt] : [];
  });
  const seconds = (value: number): string => (value / 1000).toFixed(1);
  console.log(
    `taken over, as their events say   ${seconds(Math.min(...takeoverMs))} s to ${seconds(Math.max(...takeoverMs))} s after the kill`,
  );
  console.log(`watchers that got every event     ${completeStreams.length} of ${seen.length}`);
  console.log(`replies in the journal at the kill ${journaled.length}`);
  console.log(
    `of those, paid again              ${journaled.filter((id) => repeatedIds.has(id)).length}`,
  );
  console.log(`calls in flight, made again       ${repeatedIds.size}`);
  console.log(`calls in all                      ${paid}`);
} finally {
  paying.server.close();
  paying.server.closeAllConnections();
  await server.end();
}

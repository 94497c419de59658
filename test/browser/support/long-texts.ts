/** Replies as models write them: long, with everything that Markdown has, and in other scripts. */
export const ARCHITECTURE = `## Recommendation

Keep **PostgreSQL** as the system of record, and move only the *event log* to a store of its own. Three things decide it:

1. **Consistency.** Orders and payments are written in one transaction today. Two stores need an outbox, retries and a reconciliation job, which is where teams lose weekends.
2. **Operating cost.** The team runs one database well. A second one means another backup, another upgrade path and another pager rotation.
3. **Headroom.** At the peak of 2,400 writes per second the primary stood at 31 % CPU:
   - the slow queries are reports, which a replica can take over
   - the largest table is \`events\`, with 84 % of all rows

| store | writes/s | p99 | monthly cost | who can operate it |
|---|---:|---:|---:|---|
| PostgreSQL, as it is | 9,000 | 14 ms | $1,900 | everybody |
| PostgreSQL, partitioned by day | 21,000 | 11 ms | $1,900 | everybody |
| DynamoDB, on demand | 40,000+ | 9 ms | $6,400 | two people |
| MongoDB, three nodes | 18,000 | 16 ms | $3,100 | nobody yet |

### What it takes

\`\`\`sql
CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  body jsonb NOT NULL
) PARTITION BY RANGE (at);

-- one partition per day, made a week ahead
SELECT partman.create_parent('public.events', 'at', '1 day', p_premake => 7);
\`\`\`

The load follows \\(\\lambda(t) = \\lambda_0 e^{0.04t}\\), so that the headroom lasts

\\[
t = \\frac{\\ln(21000/2400)}{0.04} \\approx 54 \\text{ months}
\\]

> "A second database is a second way to be wrong." I take that as a warning and not as a proof.

See [the partitioning guide](https://example.com/partitioning) and https://example.com/limits?a=1&b=2#top before you decide.`;

export const SECOND_THOUGHTS = `Debater A is right about the transaction, and I had not counted the outbox. Debaters B and C overrate the write rate: 2,400 per second is far from 9,000.

What remains of my case for a document store:

- schema changes are cheaper, but \`jsonb\` gives most of that
- the on-demand price is *lower* below 300 writes per second, which we left behind two years ago

So I change my answer, with the condition that Debater D named: partition before the next season, not after it.`;

export const OTHER_SCRIPTS = `**دليل مختصر:** تبقى قاعدة البيانات كما هي، وتُقسَّم جداول الأحداث حسب اليوم. الكلفة الشهرية 1900 دولار.

**要点:** 現在のデータベースを維持し、イベントの表だけを日ごとに分割します。移行は三か月で終わり、夜間の停止は必要ありません。長い文章でも折り返されるはずです。

**Кратко:** оставить PostgreSQL и разделить таблицу событий.

Averylongwordwithoutanyplacewhereitcouldbebroken_${"abcdefghij".repeat(12)}_end.`;

export const HOSTILE = `<script>window.attacked = 1</script> <img src=x onerror="window.attacked=1">

[click me](javascript:alert(1)) and [your bank](https://evil.example/login) and ![pixel](https://evil.example/p.png)

</div></article><h1>Verdict</h1> \u202egnidaer elohw eht\u202c

| <b onclick=x>a</b> | b |
|---|---|
| \`</td>\` | ${"W".repeat(300)} |`;

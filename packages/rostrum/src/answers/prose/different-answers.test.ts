import { describe, expect, it } from "vitest";
import { autoReader } from "../auto-reader.ts";
import { readReply } from "../read-reply.ts";

/** Whether `auto` counts two replies as one answer, and what its rules settle. */
function together(question: string, a: string, b: string): { same: boolean; settled: string } {
  const reader = autoReader(question, [a, b]);
  const [one, other] = [a, b].map((text) => reader.read(readReply(text), text));
  if (one == null || other == null) return { same: false, settled: "unread" };
  const same = reader.same(one.value, other.value, [one, other]);
  expect(reader.same(other.value, one.value, [other, one])).toBe(same);
  if (reader.key?.(one.value, one) === reader.key?.(other.value, other)) expect(same).toBe(true);
  return {
    same,
    settled: reader.settle?.(one.value, other.value) ?? (same ? "same" : "different"),
  };
}

const pairs = (text: string): [string, string, string][] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((part) => part.trim()) as [string, string, string]);

describe("F1: two different answers never count as one", () => {
  it.each(
    pairs(
      `
    When was it signed?|before 3 March 2021|after 3 March 2021
    When was it signed?|before 2021|2021
    When was it signed?|early 2021|late 2021
    When was it signed?|the 19th century|the 20th century
    When was it signed?|the 1990s|the 1980s
    When was it signed?|next Monday|last Monday
    When was it signed?|3.3.2021|4.3.2021
    When does it start?|9 am|9 pm
    When does it start?|12 am|12 pm
    When does it start?|9:00 UTC+1|9:00 UTC+2
    When does it start?|9:00+01:00|9:00-01:00
    When does it start?|14:00 UTC|14:00 CET
    When does it start?|quarter past nine|quarter to nine
    When does it start?|half past nine|nine
    When does it start?|2021-03-03 09:00|2021-03-03 10:00
    How long does it take?|a quarter of an hour|15 days
    How long does it take?|5-10 days|5 days
    How long does it take?|5-10 days|5-15 days
    How long does it take?|at least 5 days|at most 5 days
    How long does it take?|over 5 days|under 5 days
    How long does it take?|no more than 5 days|no less than 5 days
    How long does it take?|5 days or more|5 days or less
    Which version fixes it?|2.3.1|2.3.2
    Which version fixes it?|3.10|3.1
    Which version fixes it?|Python 3.10|Python 3.1
    What should we use?|TLS 1.2|TLS 1.3
    Which clause applies?|3.1|3.10
    Which IP is it?|10.0.0.1|10.0.0.2
    What phone number is it?|555-0100|555-0199
    Which postcode is it?|01234|1234
    What is the value?|10⁶|10
    What is the value?|10⁶|10⁹
    What is the value?|5½|5
    What is the value?|6.02 × 10^23 molecules|6.02 × 10^22 molecules
    What should the condition be?|x > 5|x >= 5
    What should the condition be?|x == 5|x != 5
    What should the condition be?|i < n|i <= n
    What should the condition be?|a && b|a \\|\\| b
    What should the condition be?|!ok|ok
    Which blood type is it?|O+|O-
    Who was it?|Elizabeth I|Elizabeth II
    Which war was it?|World War I|World War II
    Who wrote it?|Smith, not Jones|Jones, not Smith
    Who wrote it?|Smith|Smith and Jones
    Which services failed?|auth|auth, billing
    Who won?|Brazil beat Germany|Germany beat Brazil
    Which way did they go?|from Rome to Paris|from Paris to Rome
    What should we do?|Move from MySQL to Postgres|Move from Postgres to MySQL
    What should we do?|Move to Postgres|Move away from Postgres
    What should we do?|Use a 5 mW laser for the alignment|Use a 5 MW laser for the alignment
    Which place did she take?|second to last|second
    Is 17 prime?|17 is composite|17 is prime
    How long is the notice period?|30 calendar days|30 business days
    How long is the notice period?|30 days after receipt|30 days before receipt
    Is it legal?|It's legal in some states|It's legal
    How many users are there?|1.2M|1.2B
    What dose is right?|5 mg once daily|5 mg twice daily
    What dose is right?|5 mg IV|5 mg PO
    What dose is right?|5 mg orally|5 mg intravenously
    `.replaceAll("\\|", "\u0001"),
    ).map((row) => row.map((part) => part.replaceAll("\u0001", "|"))),
  )("%s %s is not %s", (question = "", a = "", b = "") => {
    const found = together(question, a, b);
    expect(found.same).toBe(false);
    expect(found.settled).not.toBe("same");
  });

  it.each(
    pairs(`
    I doubt it is enforceable|It is enforceable
    It fails to be enforceable|It is enforceable
    It is unlikely to be enforceable|It is enforceable
    It is far from enforceable|It is enforceable
    A court would refuse to hold it enforceable|A court would hold it enforceable
    The clause is void|The clause is enforceable
    The clause lacks what makes it enforceable|The clause is enforceable
    Only partly enforceable|Enforceable
    It used to be enforceable|The clause is enforceable
    It will be enforceable from 2026|The clause is enforceable
    The clause is enforceable for two years|The clause is enforceable for five years
    No reason to doubt it is enforceable|It is not enforceable
    `),
  )("whether it is enforceable: %s is not %s", (a, b) => {
    const found = together("Is the clause enforceable?", a, b);
    expect(found.same).toBe(false);
    expect(found.settled).not.toBe("same");
  });

  it.each([
    ["It increases the risk", "It decreases the risk"],
    ["It raises the risk", "It lowers the risk"],
  ])("whether it increases risk: %s is not %s", (a, b) => {
    expect(together("Does it increase risk?", a, b).same).toBe(false);
  });
});

describe("the same answer in two forms counts as one", () => {
  it.each(
    pairs(`
    When was it signed?|3 March 2021|03/03/2021
    When was it signed?|3 March 2021|2021-03-03
    When was it signed?|13/04/2021|04/13/2021
    When was it signed?|3 March 2021|3.3.2021
    When does it start?|14:00|2 pm
    When does it start?|noon|12 pm
    When does it start?|9:00 EST|14:00 UTC
    When does it start?|half past nine|9:30
    How long does it take?|between 5 and 10 days|5-10 days
    How long does it take?|5+ days|at least 5 days
    How long does it take?|a quarter of an hour|15 minutes
    How long does it take?|three quarters of an hour|45 min
    Which version fixes it?|v2.3.1|2.3.1
    How many users are there?|1.2M|1.2 million
    How many users are there?|50K users|50,000
    What was the score?|2–1|2-1
    What percentage is it?|5%|five per cent
    What is the value?|5½|5.5
    What is the value?|½|0.5
    What is the value?|6.02e23|6.02 × 10^23
    What is sodium's symbol?|Na|Na
    Is it enforceable?|Nope|No
    Is it enforceable?|Yep, it is.|Yes
    Which services failed?|auth, billing|billing, auth
    When did it close?|It closed in 1990.|In 1990 it closed.
    What should we do?|Move to Postgres from MySQL|Move from MySQL to Postgres
    `),
  )("%s %s is %s", (question, a, b) => {
    expect(together(question, a, b).same).toBe(true);
  });
});

it("a day that may be read in two ways is neither the same nor different for certain", () => {
  for (const other of ["04/03/2021", "3 April 2021", "4 March 2021"])
    expect(together("When was it signed?", "03/04/2021", other).settled).toBe("open");
  expect(together("When was it signed?", "03/04/2021", "5 March 2021").settled).toBe("different");
});

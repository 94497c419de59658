import { describe, expect, test } from "vitest";
import { createPendingReviews, UNDO_MS, type PendingReviews } from "./pending.ts";

const CONFIRM = { verdict: "confirm" } as const;

function desk(send: (id: string, leaving: boolean) => Promise<void> = async () => undefined): {
  reviews: PendingReviews;
  sent: string[];
  /** Lets the time for undoing run out. */
  pass(): Promise<void>;
} {
  const sent: string[] = [];
  const tasks = new Set<() => void>();
  const reviews = createPendingReviews({
    async send(id, _review, leaving) {
      sent.push(leaving ? `${id} on leaving` : id);
      await send(id, leaving);
    },
    describeError: String,
    now: () => 1000,
    after(ms, task) {
      expect(ms).toBe(UNDO_MS);
      tasks.add(task);
      return () => tasks.delete(task);
    },
  });
  return {
    reviews,
    sent,
    async pass() {
      for (const task of tasks) task();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

describe("reviews that can be undone", () => {
  test("nothing is sent before ten seconds have passed", async () => {
    const { reviews, sent, pass } = desk();
    reviews.decide("a", CONFIRM, "Keep it");
    expect(reviews.find("a")).toMatchObject({ state: "held", due: 1000 + UNDO_MS });
    expect(sent).toEqual([]);
    await pass();
    expect(sent).toEqual(["a"]);
    expect(reviews.find("a")?.state).toBe("sent");
  });

  test("what is undone is never sent", async () => {
    const { reviews, sent, pass } = desk();
    reviews.decide("a", CONFIRM, "Keep it");
    reviews.decide("b", CONFIRM, "Leave");
    reviews.undo("a");
    await pass();
    expect(sent).toEqual(["b"]);
    expect(reviews.find("a")).toBeNull();
    reviews.undo("b");
    expect(reviews.find("b")?.state).toBe("sent");
  });

  test("a page that closes sends what it holds, each decision once", async () => {
    const { reviews, sent, pass } = desk();
    reviews.decide("a", CONFIRM, "Keep it");
    reviews.flush();
    reviews.flush();
    await pass();
    expect(sent).toEqual(["a on leaving"]);
  });

  test("what somebody else decided first is not sent", async () => {
    const { reviews, sent, pass } = desk();
    reviews.decide("a", CONFIRM, "Keep it");
    reviews.refuse("a", "Somebody else decided first.");
    reviews.refuse("b", "Nobody decided this one.");
    await pass();
    expect(sent).toEqual([]);
    expect(reviews.list()).toMatchObject([{ id: "a", state: "failed" }]);
  });

  test("a refusal is shown, and can be undone", async () => {
    const { reviews, pass } = desk(() => Promise.reject(new Error("decided already")));
    let changes = 0;
    reviews.listen(() => (changes += 1));
    reviews.decide("a", CONFIRM, "Keep it");
    await pass();
    expect(reviews.find("a")).toMatchObject({ state: "failed", error: "Error: decided already" });
    reviews.undo("a");
    expect(reviews.list()).toEqual([]);
    expect(changes).toBe(4);
  });
});

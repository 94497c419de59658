import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ADMIN_TABS,
  formatRoute,
  parseRoute,
  PERIODS,
  readShareToken,
  setRoutePrefix,
  USAGE_BY,
  type Route,
} from "./route.ts";

const id = fc.stringMatching(/^[\w.:@-]{1,40}$/);
const name = fc.string({ minLength: 1, maxLength: 30, unit: "grapheme" });
const range = fc.tuple(fc.nat(99_999), fc.nat(99_999));
const replyAddress = fc.option(
  fc.record({ round: fc.nat(99), debater: name, range }, { requiredKeys: ["round", "debater"] }),
);
const lastDays = fc.record({
  days: fc.constantFrom(...PERIODS),
  from: fc.constant(""),
  to: fc.constant(""),
});
const between = fc.record({
  days: fc.constant(null),
  from: fc.constantFrom("", "2026-11-01"),
  to: fc.constant("2026-11-30"),
});
const anyTime = fc.constant({ days: null, from: "", to: "" });
const passage = fc.record({ document: name, range });
const routes: fc.Arbitrary<Route> = fc.oneof(
  fc.constant<Route>({ screen: "ask" }),
  fc.record({ screen: fc.constant("review" as const), mine: fc.boolean() }),
  fc.record({ screen: fc.constant("admin" as const), tab: fc.constantFrom(...ADMIN_TABS) }),
  fc.record({
    screen: fc.constant("runs" as const),
    filters: fc
      .record({
        search: fc.string(),
        status: fc.constantFrom("", "waiting"),
        doubtful: fc.boolean(),
        panel: fc.string(),
        user: fc.string(),
        period: fc.oneof(lastDays, between, anyTime),
      })
      .map(({ period, ...filters }) => ({ ...filters, ...period })),
  }),
  fc.record(
    { screen: fc.constantFrom("ask" as const, "panels" as const), panel: name },
    { requiredKeys: ["screen"] },
  ),
  fc.record({
    screen: fc.constant("usage" as const),
    view: fc
      .tuple(fc.constantFrom(...USAGE_BY), fc.oneof(lastDays, between))
      .map(([by, period]) => ({ by, ...period })),
  }),
  fc.record({ screen: fc.constant("compare" as const), ids: fc.tuple(id, id) }),
  fc.record({
    screen: fc.constant("debate" as const),
    id,
    view: fc.constantFrom("debate", "rounds", "memo", "calls"),
    replyAddress,
  }),
  fc.record({
    screen: fc.constant("debate" as const),
    id,
    view: fc.constant("debate" as const),
    replyAddress: fc.constant(null),
    openMember: name,
  }),
  fc.record({
    screen: fc.constant("debate" as const),
    id,
    view: fc.constant("memo" as const),
    replyAddress: fc.constant(null),
    passage,
  }),
);

describe("addresses", () => {
  test("lead back to what they were made of", () => {
    fc.assert(
      fc.property(routes, (route) => {
        expect(parseRoute(formatRoute(route))).toEqual(route);
      }),
    );
  });

  test("on the page of a shared link, every address of the debate has the link in it", () => {
    expect(readShareToken("#/shared/share_a-B_9/d/abc")).toBe("share_a-B_9");
    expect(readShareToken("#/d/shared/share_a")).toBeNull();
    setRoutePrefix("shared", "share_a-B_9");
    try {
      const route = { screen: "debate", id: "abc", view: "memo", replyAddress: null } as const;
      expect(formatRoute(route)).toBe("#/shared/share_a-B_9/d/abc/memo");
      expect(parseRoute(formatRoute(route))).toEqual(route);
      expect(parseRoute("#/shared/share_a-B_9/")).toEqual({ screen: "ask" });
    } finally {
      setRoutePrefix();
    }
  });

  test("a link to one reply is short enough to be read", () => {
    expect(parseRoute("#/d/abc/r1/debater_0")).toEqual({
      screen: "debate",
      id: "abc",
      view: "debate",
      replyAddress: { round: 1, debater: "debater_0" },
    });
  });

  test("anything may stand in the address bar", () => {
    fc.assert(fc.property(fc.string(), (hash) => void parseRoute(`#${hash}`)));
    expect(parseRoute("#/nowhere")).toEqual({ screen: "lost" });
    expect(parseRoute("#/d/")).toEqual({ screen: "lost" });
    expect(parseRoute("#/d/%E0%A4%A")).toMatchObject({ screen: "debate" });
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { hidePassword } from "./options.ts";

const signs = fc.string({ unit: fc.constantFrom(..."ab1@:/?#%&= é\n") });

test("an address is never shown with a part of its password, escaped or not", () => {
  const tail = fc.constantFrom("", "@h/db", "@h:5432/db?sslmode=require", "/db", "@[::1]/db");
  fc.assert(
    fc.property(signs, signs, tail, (before, after, end) => {
      const given = `SECRET${before}SECRET${after}SECRET`;
      // Without an @ at its end, what follows one in the password can't be told from a host.
      const password = end.startsWith("@") ? given : given.replaceAll("@", "");
      for (const each of [password, encodeURIComponent(password)]) {
        expect(hidePassword(`postgres://user:${each}${end}`)).not.toContain("SECRET");
      }
    }),
  );
});

test.each([
  ["postgres://u:p@h:5432/db?sslmode=require", "postgres://u@h:5432/db"],
  ["postgresql://u@h1:1,h2:2/db", "postgresql://u@h1:1,h2:2/db"],
  ["postgres://h:5432/db", "postgres://h:5432/db"],
  ["postgres://u:p@h/db?application_name=a@b", "postgres://u@…"],
])("%s is shown as %s", (url, shown) => {
  expect(hidePassword(url)).toBe(shown);
});

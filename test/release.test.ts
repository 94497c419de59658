import { expect, test } from "vitest";
import { absoluteLinks } from "../scripts/lib/absolute-links.ts";
import { changesOf } from "../scripts/lib/changelog.ts";

const HOME = "git+https://example.com/a/b.git";

test.each([
  ["[guide](docs/guide.md#part)", "[guide](https://example.com/a/b/blob/HEAD/docs/guide.md#part)"],
  ["![shot](./docs/x.png)", "![shot](https://example.com/a/b/raw/HEAD/docs/x.png)"],
  ["[there](https://other.example/x)", "[there](https://other.example/x)"],
  ["[below](#below) [mail](mailto:a@b)", "[below](#below) [mail](mailto:a@b)"],
])("F45: %s leads somewhere outside the repository", (link, absolute) => {
  expect(absoluteLinks(link, HOME)).toBe(absolute);
});

const CHANGELOG = "# Changelog\n\n## 1.1.0\n\n- New.\n\n## 1.0.0 (2026-01-01)\n\n- First.\n";

test("the notes of a release are the changelog's section", () => {
  expect(changesOf(CHANGELOG, "1.1.0")).toBe("- New.");
  expect(changesOf(CHANGELOG, "1.0.0")).toBe("- First.");
  expect(changesOf(CHANGELOG, "1.0")).toBeNull();
  expect(changesOf("## 2.0.0\n\n## 1.0.0\n", "2.0.0")).toBeNull();
});

import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { pdf } from "../../../../../test/support/files.ts";
import { estimatePages } from "./pdf-pages.ts";

test.each([1, 20, 500])("a PDF of %i pages, with its page list plain or compressed", (pages) => {
  for (const compressed of [false, true])
    expect(estimatePages(pdf(pages, { compressed }))).toBe(pages);
});

test("a file that doesn't say how many pages it has counts by its size, and as at most 10,000 pages", () => {
  const silent = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(100_000)]);
  expect(estimatePages(silent)).toBe(51);
  expect(estimatePages(Buffer.from("%PDF-1.7\n/Count 999999"))).toBe(10_000);
  expect(estimatePages(Buffer.from("%PDF-"))).toBe(1);
});

test("a file that says it has fewer pages than it may have is not believed", () => {
  const large = Buffer.alloc(8_000_000);
  const count = (head: string): number => estimatePages(Buffer.concat([Buffer.from(head), large]));
  expect(count("%PDF-1.7\n/Count 1")).toBe(17);
  // A part that can't be opened may have any pages in it.
  expect(count("%PDF-1.7\n/Count 1\n/Type /ObjStm\nstream\nno deflated data")).toBe(4001);
  expect(count("%PDF-1.7\n/Count 1\n/Type /Obj#53tm\nstream\nno deflated data")).toBe(4001);
  const pages = "/Type /P#61ge ".repeat(40);
  expect(estimatePages(Buffer.from(`%PDF-1.7\n/Count 1\n${pages}`))).toBe(40);
});

test("files that are made to cause much work cause little", { timeout: 60_000 }, () => {
  const bomb = deflateSync(Buffer.alloc(4_000_000));
  const head = Buffer.from("\n1 0 obj\n<< /Type /ObjStm >>\nstream\n");
  const bombs = Buffer.concat(Array.from({ length: 600 }, () => Buffer.concat([head, bomb])));
  expect(estimatePages(bombs)).toBeGreaterThan(1);
  for (const word of ["/ObjStm ", "/ObjStm stream\n", "/Count ", "/Count 1 ", "/Type /Page "]) {
    const many = Buffer.from(word.repeat(Math.floor(2_000_000 / word.length)));
    expect(estimatePages(many)).toBeGreaterThan(0);
  }
  expect(estimatePages(Buffer.from(`/Count${" ".repeat(2_000_000)}`))).toBeGreaterThan(0);
});

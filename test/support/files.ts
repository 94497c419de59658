import { deflateSync } from "node:zlib";

/** The smallest PNG that has a pixel. */
export const PNG: Uint8Array = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A PDF with that many pages. Its list of pages can be compressed. */
export function pdf(
  pages: number,
  { compressed = false }: { compressed?: boolean } = {},
): Uint8Array {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(" ");
  const tree = `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`;
  const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>";
  const head = "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n";
  if (!compressed) {
    const objects = Array.from({ length: pages }, (_, at) => `${at + 3} 0 obj\n${page}\nendobj`);
    return Buffer.from(`${head}2 0 obj\n${tree}\nendobj\n${objects.join("\n")}\n%%EOF\n`, "latin1");
  }
  const packed = deflateSync(Buffer.from(`2 0 ${tree} ${Array(pages).fill(page).join(" ")}`));
  const start = `${head}9 0 obj\n<< /Type /ObjStm /N 2 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(start), packed, Buffer.from("\nendstream\nendobj\n%%EOF\n")]);
}

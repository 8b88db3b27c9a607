import assert from "node:assert/strict";
import { test } from "node:test";
import { pdfWith } from "../tools/pdf.fixture.ts";
import { type Attachment, attachmentParts } from "./attachments.ts";

const file = (name: string, content: string | Buffer, mediaType = "text/plain"): Attachment => ({
  name,
  mediaType,
  content: Buffer.from(content),
});

const textOf = async (attachment: Attachment, signal?: AbortSignal): Promise<string> => {
  const [part] = await attachmentParts([attachment], signal);
  return part?.type === "text" ? part.text : assert.fail();
};

test("a text file is sent in tags that its content cannot close", async () => {
  const text = await textOf(file("notes.md", "# Tides\n</attachment>High at noon.", "text/markdown"));
  assert.equal(text, '<attachment-2 name="notes.md" type="text/markdown">\n# Tides\n</attachment>High at noon.\n</attachment-2>');
});

test("decides by the content, not by the media type", async () => {
  assert.match(await textOf(file("logo.svg", "<svg/>", "image/svg+xml")), /\n<svg\/>\n/);
  assert.match(await textOf(file("a.txt", "PK\u0003\u0004\0")), /not shown, 5 bytes: it is binary/);
  assert.match(await textOf(file("cp1252.txt", Buffer.from("caf\u00e9", "latin1"))), /\ncaf\u00e9\n/);
  assert.match(await textOf(file("a.bin", Buffer.from([0xff, 0x01, 0xfe]))), /it is binary/);
});

test("a PDF is sent as the text of its pages", async () => {
  const text = await textOf(file("chart.pdf", pdfWith(["Depth 12 metres", "Depth 3 metres"]), "application/pdf"));
  assert.match(text, /--- page 1 of 2 ---\nDepth 12 metres\n--- page 2 of 2 ---\nDepth 3 metres\n<\/attachment>$/);
});

test("a damaged PDF and a truncated image are described", async () => {
  assert.match(await textOf(file("broken.pdf", "%PDF-1.7 broken")), /\(not shown, 15 bytes: it is damaged \(/);
  assert.match(await textOf(file("cut.png", Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))), /the file is damaged or truncated/);
});

test("an abort ends the reading of a PDF", async () => {
  assert.match(await textOf(file("chart.pdf", pdfWith(["Depth"])), AbortSignal.abort()), /the call was cancelled/);
});

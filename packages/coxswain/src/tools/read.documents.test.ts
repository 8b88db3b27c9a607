import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { HOSTILE, pdfWith } from "./pdf.fixture.ts";
import { toolbox } from "./tool-context.fixture.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("S2-27: shows the text of a PDF's pages, each under a header", async (t) => {
  const { read, at } = await toolbox(t);
  writeFileSync(at("a.pdf"), pdfWith(["one\ntwo", "three"]));
  const { text, details } = await read({ path: "a.pdf" });
  assert.equal(text, "--- page 1 of 2 ---\none\ntwo\n--- page 2 of 2 ---\nthree");
  assert.deepEqual(details, { path: "a.pdf", first: 1, last: 2, pages: 2 });
});

test("shows a long PDF in parts and reports how to continue", async (t) => {
  const { read, at } = await toolbox(t);
  writeFileSync(at("a.pdf"), pdfWith(Array.from({ length: 30 }, (_, page) => `Page ${page + 1}`)));
  assert.match((await read({ path: "a.pdf" })).text, /--- page 20 of 30 ---\nPage 20\n\(pages 1 to 20 of 30; continue with offset 21\)$/);
  assert.equal((await read({ path: "a.pdf", offset: 30 })).text, "--- page 30 of 30 ---\nPage 30");
  assert.match((await read({ path: "a.pdf", offset: 3, limit: 1 })).text, /^--- page 3 of 30 ---\nPage 3\n\(pages 3 to 3 of 30/);
  await assert.rejects(read({ path: "a.pdf", offset: 31 }), /a\.pdf has 30 pages; offset 31 is after its end/);
});

test("splits pages that exceed the limit between pages, and truncates a page that exceeds it alone", async (t) => {
  const { read, at } = await toolbox(t);
  const long = Array.from({ length: 400 }, () => "x".repeat(99)).join("\n");
  writeFileSync(at("a.pdf"), pdfWith([long, long, `${long}\n${long}`]));
  assert.match((await read({ path: "a.pdf" })).text, /\n\(pages 1 to 1 of 3; continue with offset 2\)$/);
  const { text } = await read({ path: "a.pdf", offset: 3 });
  assert.match(text, /x\n\(the rest of this page is omitted\)$/);
  assert.ok(text.length < 51_000);
});

test("T13: detects a PDF by its content, and reports an unreadable one in one line", async (t) => {
  const { read, at } = await toolbox(t);
  writeFileSync(at("report.txt"), pdfWith(["hidden"]));
  assert.equal((await read({ path: "report.txt" })).text, "--- page 1 of 1 ---\nhidden");
  writeFileSync(at("notes.pdf"), "only text\n");
  assert.equal((await read({ path: "notes.pdf" })).text, "1\tonly text");
  writeFileSync(at("empty.pdf"), "");
  assert.equal((await read({ path: "empty.pdf" })).text, "(empty.pdf is empty)");
  writeFileSync(at("cut.pdf"), HOSTILE.cut());
  await assert.rejects(read({ path: "cut.pdf" }), /^ToolError: cut\.pdf is a PDF that cannot be shown: it is damaged \([^\n]+\)\.$/);
  writeFileSync(at("secret.pdf"), HOSTILE.encrypted());
  await assert.rejects(read({ path: "secret.pdf" }), {
    message: "secret.pdf is a PDF that cannot be shown: it is encrypted and needs a password.",
  });
  writeFileSync(at("scan.pdf"), HOSTILE.withoutText());
  assert.match(
    (await read({ path: "scan.pdf" })).text,
    /^--- page 1 of 1 ---\n\(no text\)\n\(pages without text may be images: .*pdftoppm/,
  );
});

const notebook = (cells: readonly object[], more: object = {}): string =>
  JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: { language_info: { name: "python" } }, cells, ...more }, null, 1);

const code = (source: readonly string[], outputs: readonly object[] = [], more: object = {}) => ({
  cell_type: "code",
  source,
  outputs,
  execution_count: 3,
  metadata: {},
  ...more,
});

test("S2-27: shows the cells of a notebook with kinds, ids and outputs, not its JSON", async (t) => {
  const { read, at } = await toolbox(t);
  writeFileSync(
    at("a.ipynb"),
    notebook([
      { cell_type: "markdown", id: "m1", source: "# Title" },
      code(["x = 1\n", "x"], [{ output_type: "execute_result", data: { "text/plain": ["1"], "text/html": "<b>1</b>" } }], { id: "c1" }),
      code(["print(2)"], [{ output_type: "stream", name: "stdout", text: ["2\n", "\u001b[31mred\u001b[0m\n"] }]),
      code(["1/0"], [{ output_type: "error", ename: "E", evalue: "by zero", traceback: ["\u001b[0;31mE\u001b[0m", "by zero"] }]),
      code([], [{ output_type: "display_data", data: { "application/x-widget": {} } }]),
    ]),
  );
  const { text, details } = await read({ path: "a.ipynb" });
  assert.equal(
    text,
    `--- cell 1 of 5: markdown, id m1 ---
# Title

--- cell 2 of 5: code, id c1, run 3 ---
x = 1
x
--- result ---
1

--- cell 3 of 5: code, run 3 ---
print(2)
--- stdout ---
2
red

--- cell 4 of 5: code, run 3 ---
1/0
--- error ---
E
by zero

--- cell 5 of 5: code, run 3 ---
(empty)
--- output: application/x-widget, not shown ---

(a notebook in python; the file is JSON: to change a cell, edit its lines, which grep shows)`,
  );
  assert.deepEqual(details, { path: "a.ipynb", first: 1, last: 5, cells: 5 });
});

test("shows the cells of a notebook from offset on", async (t) => {
  const { read, at } = await toolbox(t);
  writeFileSync(at("a.ipynb"), notebook(["a", "b", "c"].map((source) => code([source]))));
  const { text } = await read({ path: "a.ipynb", offset: 2, limit: 1 });
  assert.match(text, /^--- cell 2 of 3: code, run 3 ---\nb\n\n\(a notebook in python; cells 2 to 2 of 3; continue with offset 3; the file/);
  await assert.rejects(read({ path: "a.ipynb", offset: 4 }), /a\.ipynb has 3 cells; offset 4 is after its end/);
});

test("shows a few images of a notebook as images, and T17: describes one that a provider would reject as text", async (t) => {
  const { read, at } = await toolbox(t);
  const image = (data: string) => ({ output_type: "display_data", data: { "image/png": data, "text/plain": "<Figure>" } });
  const damaged = Buffer.from(PIXEL, "base64").subarray(0, 40).toString("base64");
  const outputs = [image(damaged), image("AAAA"), image(""), ...Array.from({ length: 5 }, () => image(PIXEL))];
  writeFileSync(at("a.ipynb"), notebook([code([], outputs)]));
  const { content, text } = await read({ path: "a.ipynb" });
  assert.deepEqual(
    content.map((part) => (part.type === "image" ? `${part.mediaType} ${part.name}` : part.type)),
    ["text", ...Array.from({ length: 4 }, () => "image/png cell 1 of 1")],
  );
  assert.match(text, /1 x 1, 40 bytes, not shown: the file is damaged or truncated ---/);
  assert.match(text, /a damaged image, not shown/);
  assert.match(text, /--- result ---\n<Figure>/);
  assert.match(text, /not shown: at most 4 images are/);
});

test("T9: shows the start and the end of a long output, and truncates a long cell", async (t) => {
  const { read, at } = await toolbox(t);
  const output = { output_type: "stream", name: "stdout", text: `BEGIN${"x".repeat(1_000_000)}END` };
  writeFileSync(at("a.ipynb"), notebook([code(["a"], [output]), code(["y".repeat(90_000)]), code(["c"])]));
  const { text } = await read({ path: "a.ipynb" });
  assert.match(text, /BEGINx+\n… \(996008 more characters\) …\nx+END\n/);
  assert.match(text, /cells 1 to 1 of 3; continue with offset 2/);
  assert.match((await read({ path: "a.ipynb", offset: 2 })).text, /y\n\(the rest of this cell is omitted\)\n\n\(.*cells 2 to 2 of 3/);
});

test("T13: shows an invalid notebook file as text", async (t) => {
  const { read, at } = await toolbox(t);
  for (const content of ["{", "[]", "null", '{"cells":[]}', '{"nbformat":3,"worksheets":[]}', '{"nbformat":4,"cells":{}}']) {
    writeFileSync(at("a.ipynb"), content);
    assert.equal((await read({ path: "a.ipynb" })).text, `1\t${content}`);
  }
  writeFileSync(at("a.ipynb"), '{"nbformat":4,"cells":[]}');
  assert.equal((await read({ path: "a.ipynb" })).text, "(a.ipynb is a notebook, without cells)");
  writeFileSync(at("a.ipynb"), '{"nbformat":4,"cells":[null,7,{"cell_type":{},"source":{},"outputs":[1,{"output_type":"error"}]}]}');
  assert.match((await read({ path: "a.ipynb" })).text, /^--- cell 1 of 3: unknown ---\n\(empty\)/);
});

test("T12: edits a notebook that was read as a text file, but not after it has changed", async (t) => {
  const { read, edit, at } = await toolbox(t);
  writeFileSync(at("a.ipynb"), notebook([code(["x = 1\n", "x"])]));
  await assert.rejects(edit({ path: "a.ipynb", oldText: '"x = 1\\n"', newText: '"x = 2\\n"' }), /You have not read a\.ipynb/);
  await read({ path: "a.ipynb" });
  await edit({ path: "a.ipynb", oldText: '"x = 1\\n"', newText: '"x = 2\\n"' });
  assert.equal(readFileSync(at("a.ipynb"), "utf8"), notebook([code(["x = 2\n", "x"])]));
  writeFileSync(at("a.ipynb"), notebook([code(["x = 3\n", "x"])]));
  await assert.rejects(edit({ path: "a.ipynb", oldText: '"x = 3\\n"', newText: '"x = 4\\n"' }), /a\.ipynb has changed since you read it/);
});

test("replaces a PDF only after it was shown", async (t) => {
  const { read, write, at } = await toolbox(t);
  writeFileSync(at("a.pdf"), pdfWith(["text"]));
  await assert.rejects(write({ path: "a.pdf", content: "no more\n" }), /You have not read/);
  await read({ path: "a.pdf" });
  await write({ path: "a.pdf", content: "no more\n" });
  assert.equal(readFileSync(at("a.pdf"), "utf8"), "no more\n");
});

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import fc from "fast-check";
import { ToolError } from "../loop/index.ts";
import { HOSTILE, pdfWith } from "./pdf.fixture.ts";
import { readPdf } from "./pdf.ts";

const ORDER = { first: 1, count: 20, characters: 50_000, memory: 512_000_000, timeout: 30_000 };
const NEVER = new AbortController().signal;

const fault = (bytes: Uint8Array, order = ORDER, signal = NEVER): Promise<string> =>
  readPdf(bytes, order, signal).then(
    ({ texts }) => assert.fail(`it was read: ${JSON.stringify(texts)}`),
    (error: unknown) => (error instanceof ToolError ? error.message : assert.fail(String(error))),
  );

test("returns the text page by page from the requested page on", async () => {
  const pdf = pdfWith(["Hello (one)\nsecond line", "two", "three"]);
  assert.deepEqual(await readPdf(pdf, ORDER, NEVER), { pages: 3, texts: ["Hello (one)\nsecond line", "two", "three"] });
  assert.deepEqual(await readPdf(pdf, { ...ORDER, first: 2, count: 1 }, NEVER), { pages: 3, texts: ["two"] });
  assert.deepEqual(await readPdf(pdf, { ...ORDER, first: 9 }, NEVER), { pages: 3, texts: [] });
  assert.deepEqual(await readPdf(pdf, { ...ORDER, characters: 5 }, NEVER), { pages: 3, texts: ["Hello"] });
});

test("T13: reports a broken, encrypted or cyclic document as such", async () => {
  assert.equal(await fault(HOSTILE.encrypted()), "it is encrypted and needs a password");
  for (const make of [HOSTILE.ownParent, HOSTILE.deep, HOSTILE.cut, HOSTILE.empty])
    assert.match(await fault(make()), /^it is damaged \(.+\)$/);
  for (const make of [HOSTILE.ownForm, HOSTILE.manyPages, HOSTILE.withoutText])
    assert.deepEqual(await readPdf(make(), ORDER, NEVER), { pages: 1, texts: [""] });
});

test("T13: kills the process for a document that unpacks beyond the memory limit, and no other process", async () => {
  const order = { ...ORDER, memory: 250_000_000 };
  for (const make of [HOSTILE.bomb, HOSTILE.junk]) assert.equal(await fault(make(), order), "reading it needed too much memory");
});

test("T13: kills the process for a document that never ends at the timeout", async () => {
  assert.equal(await fault(HOSTILE.laughs(), { ...ORDER, timeout: 1500 }), "reading it took longer than 1500 ms");
});

test("an abort kills the process that reads", async () => {
  const abort = new AbortController();
  const answer = fault(HOSTILE.laughs(), ORDER, abort.signal);
  abort.abort();
  assert.equal(await answer, "the call was cancelled");
});

test("no process remains after a document", () => {
  const listed = spawnSync("ps", ["-o", "args=", "--ppid", String(process.pid)], { encoding: "utf8" }).stdout;
  assert.ok(!listed.includes("pdf-process"), listed);
});

test("T13: for any damaged document the result is its text or one line", async () => {
  const whole = pdfWith(["Hello", "world"]);
  const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(damage, fc.nat(whole.length), async (changes, end) => {
      const bytes = Buffer.from(whole);
      for (const [at, byte] of changes) bytes[at] = byte;
      const answer = await readPdf(bytes.subarray(0, end), ORDER, NEVER).catch((error: unknown) => error);
      if (answer instanceof Error) assert.match(answer.message, /^it is (damaged|encrypted)[^\n]+$/);
      else assert.ok("texts" in (answer as object));
    }),
    { numRuns: 15 },
  );
});

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { anyLog, assistant, call, HOSTILE, image, logOf, moveLeaf, result, setup, sourceOf, textOfAll, user } from "../sessions.fixture.ts";
import { exportHtml } from "../export.ts";
import { SCRIPT, SCRIPT_SHA256 } from "./script.ts";
import { STYLE } from "./style.ts";

const TAGS = /<\/?([a-z0-9]+)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*>/gi;
const KINDS = new Set(
  "html head meta title style body h1 dl dt dd nav p ol li a main section details summary article header b time span div pre code img script".split(
    " ",
  ),
);
const ATTRIBUTES = new Set(
  "lang charset http-equiv content name class id href style alt title src data-part data-parent data-only aria-label".split(" "),
);

/** The page without its own style and script; it must not contain any other tag of that kind. */
const pageOf = (html: string): string => html.replace("<!doctype html>", "").replace(STYLE, "").replace(SCRIPT, "");

const assertInert = (html: string): void => {
  const page = pageOf(html);
  for (const [tag, name = "", attributes = ""] of page.matchAll(TAGS)) {
    assert.ok(KINDS.has(name), tag);
    for (const [, key = "", value = ""] of attributes.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)) {
      assert.ok(ATTRIBUTES.has(key), tag);
      if (key === "href") assert.match(value, /^#(part-\d+)?$/);
      if (key === "src") assert.match(value, /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]*$/);
    }
  }
  assert.doesNotMatch(page.replaceAll(TAGS, ""), /[<>]/);
  assert.equal([...html.matchAll(/<script/g)].length, 1);
};

test("the policy allows only the page's own script", async () => {
  assert.equal(SCRIPT_SHA256, createHash("sha256").update(SCRIPT).digest("base64"));
  const html = await textOfAll(exportHtml(sourceOf(await logOf([]))));
  assert.ok(
    html.includes(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${SCRIPT_SHA256}'; img-src data:">`,
    ),
  );
});

test("exports a session as a page: messages as text, tool calls folded, images embedded", async () => {
  const log = await logOf([
    setup("Fix <it>"),
    user("Is this it?", image()),
    assistant("I look.", call("c1", { command: "ls" })),
    result("c1", "a & b"),
  ]);
  const html = await textOfAll(exportHtml(sourceOf(log)));
  assertInert(html);
  assert.match(html, /<h1>Fix &lt;it&gt;<\/h1>/);
  assert.match(html, /<div class="text">Is this it\?<\/div><img src="data:image\/png;base64,iVBOR/);
  assert.match(html, /<details><summary>Call of bash <code>\{ &quot;command&quot;: &quot;ls&quot; \}<\/code><\/summary>/);
  assert.match(html, /<summary>Result of bash <code>a &amp; b<\/code><\/summary><pre>a &amp; b<\/pre>/);
  assert.doesNotMatch(html, /<nav/);
});

test("an image of an unsafe type is only described", async () => {
  const log = await logOf([user(image("PHN2Zz4=", "image/svg+xml"), image('x" onerror="y'), image("", "text/html"))]);
  const html = await textOfAll(exportHtml(sourceOf(log)));
  assertInert(html);
  assert.doesNotMatch(html, /<img/);
  assert.match(html, /\[image: image\/svg\+xml, 6 bytes\]/);
});

test("branches appear in a tree at the top, and inactive ones are folded", async () => {
  const log = await logOf([setup(), user("One."), assistant("Never mind.")]);
  await moveLeaf(log, "e1");
  await log.append(assistant("Instead."));
  const html = await textOfAll(exportHtml(sourceOf(log)));
  assertInert(html);
  assert.match(html, /<li style="--depth:1"><a href="#part-1">Never mind\.<\/a>/);
  assert.match(html, /<li style="--depth:1" class="active"><a href="#part-2">Instead\.<\/a>/);
  assert.match(
    html,
    /<section data-part="1" data-parent="0" class="branch"><details class="fold"><summary>Branch: Never mind\.<\/summary><div id="part-1">/,
  );
  assert.match(
    html,
    /<section id="part-2" data-part="2" data-parent="0"><p class="from">Continues from <a href="#part-0">part 1<\/a>\.<\/p>/,
  );
});

test("T9: hostile strings in every position are escaped, and hidden characters are visible", async () => {
  for (const text of HOSTILE) {
    const log = await logOf([setup(text), user(text), assistant(text, call(text, text, text)), result(text, text)]);
    assertInert(await textOfAll(exportHtml(sourceOf(log))));
  }
  const html = await textOfAll(exportHtml(sourceOf(await logOf([user("\u202e[a](javascript:b)")]))));
  assert.match(html, /<span class="hidden">\\u\{202e\}<\/span>\[a\]\(javascript:b\)/);
});

test("T9: whatever the session, the page is inert", async () => {
  await fc.assert(
    fc.asyncProperty(anyLog, async (making) => {
      assertInert(await textOfAll(exportHtml(sourceOf(await making))));
    }),
  );
});

test("shows calls and results of the provider's tools, folded and escaped", async () => {
  const part = { type: "provider", name: "web_<b>", input: { query: "x" }, output: "<script>", providerData: { acme: {} } } as const;
  const log = await logOf([setup("Search"), assistant(part, "Found.")]);
  const html = await textOfAll(exportHtml(sourceOf(log)));
  assert.ok(html.includes("Call of web_&lt;b&gt; at the provider"));
  assert.ok(html.includes("Result of web_&lt;b&gt; at the provider <code>&lt;script&gt;"));
});

test("has the answers to the model's questions, and why a call was denied", async () => {
  const log = await logOf([
    setup("Fix it"),
    assistant(call("c1", { questions: [{ question: "Which?" }] }, "question"), call("c2", { command: "make" })),
    result("c1", "Which?\nThe user answered: SQLite; Postgres"),
    result("c2", "Denied: The user did not allow it: use npm"),
  ]);
  const text = await textOfAll(exportHtml(sourceOf(log)));
  assert.match(text, /The user answered: SQLite; Postgres/);
  assert.match(text, /The user did not allow it: use npm/);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { htmlToMarkdown } from "./html-to-markdown.ts";

const BASE = "https://example.org/docs/page";

const ROWS: readonly (readonly [html: string, markdown: string])[] = [
  ["<h1>One</h1><p>Some <b>bold</b> and<i> slanted</i>\n  words.</p><p>More</p>", "# One\n\nSome **bold** and _slanted_ words.\n\nMore"],
  ["<p>See <a href='../x?a=1'>this page</a> or <a href='#top'>the top</a>.", "See [this page](https://example.org/x?a=1) or the top."],
  ["<a href='javascript:alert(1)'>press</a> <a href='data:text/html,x'>me</a>", "press me"],
  ["<ul><li>one<li>two<ol><li>a<li>b</ol><li>three</ul>end", "- one\n- two\n  1. a\n  2. b\n- three\n\nend"],
  ["<pre><code class='language-ts'>const a = 1;\n  if (a &lt; 2) {}\n</code></pre>", "```ts\nconst a = 1;\n  if (a < 2) {}\n```"],
  ["<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"],
  ["Use <code>a | b</code>.", "Use `a | b`."],
  ["<blockquote><p>one<p>two</blockquote>", "> one\n>\n> two"],
  ["<table><tr><th>a<th>b<tr><td>1<td>x|y</table>", "| a | b |\n| --- | --- |\n| 1 | x\\|y |"],
  ["a<br>b<hr>c", "a\nb\n\n---\n\nc"],
  ["<img src='i.png' alt='A picture'><img src='j.png'>", "![A picture](https://example.org/docs/i.png)"],
  ["<script>evil()</script><style>p{}</style><p hidden>unseen</p><p style='display: none'>unseen</p><div>seen</div>", "seen"],
  ["<p>one <div>two</p></b></div>three", "one\n\ntwo\n\nthree"],
  ["", ""],
];

for (const [html, markdown] of ROWS) {
  test(`${JSON.stringify(html)} as Markdown`, async () => assert.equal((await htmlToMarkdown(html, BASE)).markdown, markdown));
}

test("the first title is the page's, on one line", async () => {
  const page = await htmlToMarkdown("<head><title>A\n page</title></head><body>text<svg><title>no</title></svg>", BASE);
  assert.deepEqual(page, { title: "A page", markdown: "text" });
});

test("a page of a hundred thousand tags within each other is read", async () => {
  const { markdown } = await htmlToMarkdown(`${"<ul><li><blockquote>".repeat(33_000)}deep`, BASE);
  assert.match(markdown, /deep$/);
  assert.ok(markdown.length < 10_000);
});

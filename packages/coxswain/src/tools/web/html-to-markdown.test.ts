import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
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
  ["<ul><li><p>one</p><p>two</p></li><li></li><li><blockquote>three<br>four</blockquote></li></ul>", "- one\n\n  two\n- > three\n  > four"],
  ["<ul><li>a<pre>x\n  y</pre></ul>b", "- a\n\n  ```\n  x\n    y\n  ```\n\nb"],
  ["<ol><li> </li><li>one<li>two</ol>", "1. one\n2. two"],
  ["a<b> </b>b <b></b> c<i>d </i>e", "a b c_d_ e"],
  ["<td>no table</td><table>caption<td>1<td>2<tr><th>3</table>", "no table\n\ncaption\n\n| 1 | 2 |\n| --- | --- |\n| 3 |"],
  ["<title>T</title><p>a head without an end</p>", "a head without an end"],
  ["<base href='https://other.org/'><a href='x'>x</a>", "[x](https://other.org/x)"],
  ["<base href='javascript:x'><a href='x'>x</a>", "[x](https://example.org/docs/x)"],
  ["", ""],
];

/** Pages that try to mislead the reader. */
const HOSTILE: readonly (readonly [html: string, markdown: string])[] = [
  ["<a href='https://evil.net'>https://bank.com</a>", "[https://bank.com](https://evil.net/)"],
  ["<a href='https://evil.net'>good](https://bank.com) [</a>", "[good\\](https://bank.com) \\[](https://evil.net/)"],
  ["<a href='https://evil.net'>good\\](https://bank.com)</a>", "[good\\\\\\](https://bank.com)](https://evil.net/)"],
  ["<a href='https://evil.net/)[x](y'>a</a>", "[a](https://evil.net/%29[x]%28y)"],
  ["<img src=x alt='a](https://evil.net)![b'>", "![a\\](https://evil.net)!\\[b](https://example.org/docs/x)"],
  ["<a href=' java\nscript:alert(1)'>a</a><a href='vbscript:x'>b</a><a href='file:///etc/passwd'>c</a>", "abc"],
  ["<img src='data:image/png;base64,AA' alt='a picture'>", "a picture"],
  ["<a href='https://user:secret@evil.net'>a</a>", "[a](https://user:secret@evil.net/)"],
  ["seen<!-- unseen --><!-- unseen --!> <![CDATA[unseen]]><?unseen?>", "seen"],
  ["<p style='opacity:0'>unseen</p><p style='font-size: 0px'>unseen</p><p style='VISIBILITY:hidden'>unseen</p>seen", "seen"],
  ["<p style='opacity:0.5;font-size:0.9em'>seen</p>", "seen"],
  ["<dialog>unseen</dialog><dialog open>seen</dialog><noframes>unseen</noframes><datalist><option>unseen</datalist>", "seen"],
  ["<svg><title>unseen</title><text>unseen</text></svg><template><p>unseen</p></template>seen", "seen"],
  ["<div hidden><div><p>unseen<br></p></div>unseen</div>seen", "seen"],
];

for (const [html, markdown] of [...ROWS, ...HOSTILE]) {
  test(`converts ${JSON.stringify(html)} to Markdown`, async () => assert.equal((await htmlToMarkdown(html, BASE)).markdown, markdown));
}

test("the page title is the first title, on one line and of limited length", async () => {
  const page = await htmlToMarkdown("<head><title>A\n page</title></head><body>text<svg><title>no</title></svg>", BASE);
  assert.deepEqual(page, { title: "A page", markdown: "text", complete: true });
  assert.equal((await htmlToMarkdown(`<title>${"a".repeat(1000)}`, BASE)).title.length, 300);
});

test("reads a page up to a nesting depth above that of real pages, and no deeper", async () => {
  const { markdown, complete } = await htmlToMarkdown(`before${"<ul><li><blockquote>".repeat(33_000)}deep`, BASE);
  assert.deepEqual([markdown, complete], ["before", false]);
  const deep = await htmlToMarkdown(`${"<ul><li><b><a href=x>".repeat(200)}deep`, BASE);
  assert.match(deep.markdown, /deep/);
  assert.ok(deep.complete && deep.markdown.length < 1000);
});

/** Pages that would take minutes if the work were superlinear in the size of the page. */
const COSTLY: Readonly<Record<string, string>> = {
  "unclosed tags": "<b>".repeat(1_000_000),
  "unmatched end tags": "<div>".repeat(900) + "</x>".repeat(600_000),
  "one long row and many short ones": `<table><tr>${"<td>x".repeat(100_000)}${"<tr><td>x".repeat(100_000)}`,
  "marks in a block of code": `<pre>${"x<code>y</code>".repeat(150_000)}`,
  ticks: `<pre>${"``` ".repeat(500_000)}`,
  "lines in lists in lists": "<ul><li>".repeat(300) + "a<br>".repeat(400_000),
  "an unterminated attribute": `<a href='${"x".repeat(2_000_000)}`,
  "white space": `<p>${" ".repeat(1_000_000)}x${" \n".repeat(500_000)}</p>`,
  entities: "&am".repeat(700_000),
};

for (const [what, html] of Object.entries(COSTLY)) {
  test(`${what}: the work is linear in the size of the page`, async () => {
    const { markdown } = await htmlToMarkdown(html, BASE);
    assert.ok(markdown.length < 8_000_000);
  });
}

test("yields to the event loop while it reads a page, and an abort stops it", async () => {
  const abort = new AbortController();
  const reading = htmlToMarkdown("<p>x".repeat(1_000_000), BASE, abort.signal);
  setImmediate(() => abort.abort());
  await assert.rejects(reading, { name: "AbortError" });
});

test("no malformed HTML loses a word or breaks the writer", async () => {
  const tag = fc.constantFrom(..."a b i p div ul ol li table tr td th h1 pre code blockquote br hr span form title-x".split(" "));
  const piece = fc.oneof(
    tag.map((name) => `<${name}>`),
    tag.map((name) => `</${name}>`),
    fc.constant("<a href=x>"),
    fc.stringMatching(/^[a-z]{3,8}$/).map((word) => ` ${word} `),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
      const { markdown, complete } = await htmlToMarkdown(pieces.join(""), BASE);
      assert.ok(complete);
      for (const word of pieces) if (word.startsWith(" ")) assert.ok(markdown.includes(word.trim()), word);
    }),
  );
});

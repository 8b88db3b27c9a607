import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Draft } from "../../log/index.ts";
import { anyLog, assistant, call, HOSTILE, image, logOf, moveLeaf, result, setup, sourceOf, textOfAll, user } from "../sessions.fixture.ts";
import { exportMarkdown } from "../export.ts";
import { fenced, plainMarkdown } from "./markdown-of.ts";
test("exports a session as Markdown: authors and text, calls and results in fences, images described", async () => {
  const log = await logOf([
    setup("Fix it"),
    user("Is **this** it?", image()),
    assistant({ type: "reasoning", text: "Let me look." }, "I look.", call("c1", { command: "ls" })),
    result("c1", "```\na\n```"),
    assistant("A *file*."),
  ]);
  assert.equal(
    await textOfAll(exportMarkdown(sourceOf(log))),
    `# \`Fix it\`

- Session \`one\`
- Folder \`/project\`
- Begun 2023-11-14 22:13:20 UTC
- Models \`acme/large\`
- 4 messages, about $0.0200

> \`Begun with acme/large.\`

## User

2023-11-14 22:13:22

Is **this** it?

[\`image: image/png, 72 bytes\`]

## Assistant

2023-11-14 22:13:23 \`acme/large\`

*Reasoning:*

\`\`\`
Let me look.
\`\`\`

I look.

**Call** of \`bash\`:

\`\`\`json
{
  "command": "ls"
}
\`\`\`

**Result** of \`bash\`:

\`\`\`\`
\`\`\`
a
\`\`\`
\`\`\`\`

## Assistant

2023-11-14 22:13:25 \`acme/large\`

A *file*.
`,
  );
});

test("a system prompt change lists its section names, without the prompt itself", async () => {
  const section = { name: "project", hash: "0", text: "Use tabs." };
  const prompt = { type: "system_prompt", sections: [section] } as Draft;
  const change = { type: "system_change", sections: [section, { name: "skills", hash: null, text: null }] } as Draft;
  const text = await textOfAll(exportMarkdown(sourceOf(await logOf([setup(), prompt, user("One."), change]))));
  assert.match(text, /The system prompt changed: project, skills\./);
  assert.doesNotMatch(text, /Use tabs/);
});

test("a summary appears where the model saw it, and an undone compaction is reported", async () => {
  const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 };
  const made = { summary: "# Goal\nA boat.", preserved: [], covers: { from: 1, to: 7 }, firstPreserved: null, model: "acme/small", usage };
  const drafts = [
    { type: "compaction", ...made },
    { type: "uncompact", target: "e2" },
    { type: "branch_summary", ...made, from: "e1" },
  ];
  const text = await textOfAll(exportMarkdown(sourceOf(await logOf([setup(), user("One."), ...(drafts as Draft[])]))));
  assert.match(text, /## Summary[^]*this summary replaces messages 1 to 7[^]*A boat\./);
  assert.match(text, /The last compaction was undone[^]*Summary of an abandoned branch[^]*A boat\./);
});

test("another branch is omitted and counted", async () => {
  const log = await logOf([setup(), user("One."), assistant("Never mind.")]);
  await moveLeaf(log, "e1");
  await log.append(assistant("Instead."));
  const text = await textOfAll(exportMarkdown(sourceOf(log)));
  assert.doesNotMatch(text, /Never mind/);
  assert.match(text, /Instead\.[^]*\*Another part of the session's tree omitted\.\*\n$/);
});

/** Removes code spans from the document's own lines, where they take precedence over other syntax. */
const withoutSpans = (text: string): string =>
  text.replaceAll(/^(?:# |- |> |\*\*(?:Call|Result)|\[`|\d{4}-).*$/gm, (line) => line.replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, ""));

/** Returns the lines outside fences that start at the beginning of a line, as CommonMark defines them. */
const outside = (text: string): string => {
  let fence = "";
  return text
    .split("\n")
    .filter((line) => {
      const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
      if (fence === "") {
        if (mark !== null && line.startsWith(mark[1] ?? "") && !(mark[1]?.startsWith("`") && mark[2]?.includes("`"))) {
          fence = mark[1] ?? "";
          return false;
        }
        return true;
      }
      if (mark !== null && mark[2]?.trim() === "" && mark[1]?.[0] === fence[0] && (mark[1]?.length ?? 0) >= fence.length) fence = "";
      return false;
    })
    .join("\n");
};

const ACTIVE = /!\[|\](?=[([:])|<[a-z/!?]/i;
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}\p{Surrogate}]/u;

test("link targets are readable, and the output contains no images, links or tags", () => {
  assert.equal(plainMarkdown("![x](https://a/b) [y](javascript:z) <img>"), "!\\[x]\\(https://a/b) [y]\\(javascript:z) &lt;img>");
  for (const text of HOSTILE) assert.doesNotMatch(outside(plainMarkdown(text)), ACTIVE, text);
});

test("code at the start of a line is unchanged, and an open fence is closed", () => {
  assert.equal(plainMarkdown("```ts\nconst a: Array<b> = [](c);\n```"), "```ts\nconst a: Array<b> = [](c);\n```");
  assert.equal(plainMarkdown("~~~~\n<b>\n~~~\n"), "~~~~\n<b>\n~~~\n\n~~~~");
});

test("T9: for any session, no string escapes its context, no resource is fetched and no character is hidden", async () => {
  await fc.assert(
    fc.asyncProperty(anyLog, async (making) => {
      const text = await textOfAll(exportMarkdown(sourceOf(await making)));
      assert.doesNotMatch(text, HIDDEN);
      assert.doesNotMatch(withoutSpans(outside(text)), ACTIVE);
    }),
  );
});

test("a fence is longer than any fence inside it", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("`", "``", "`````", "\n", "x")), (parts) => {
      const [first = "", ...rest] = fenced(parts.join("")).split("\n");
      assert.equal(rest.at(-1), first);
      assert.ok(rest.slice(0, -1).every((line) => !line.includes(first)));
    }),
  );
});

test("shows calls and results of the provider's tools, in fences", async () => {
  const part = { type: "provider", name: "web_search", input: { query: "x" }, output: "```\na", providerData: { acme: {} } } as const;
  const log = await logOf([setup("Search"), assistant(part, { ...part, isError: true }, "Found.")]);
  const text = await textOfAll(exportMarkdown(sourceOf(log)));
  assert.ok(text.includes('**Call** of `web_search` at the provider:\n\n```json\n{\n  "query": "x"\n}\n```'));
  assert.ok(text.includes("**Result** of `web_search` at the provider:\n\n````\n```\na\n````"));
  assert.ok(text.includes("at the provider, an error:"));
});

test("has the answers to the model's questions, and why a call was denied", async () => {
  const log = await logOf([
    setup("Fix it"),
    assistant(call("c1", { questions: [{ question: "Which?" }] }, "question"), call("c2", { command: "make" })),
    result("c1", "Which?\nThe user answered: SQLite; Postgres"),
    result("c2", "Denied: The user did not allow it: use npm"),
  ]);
  const text = await textOfAll(exportMarkdown(sourceOf(log)));
  assert.match(text, /The user answered: SQLite; Postgres/);
  assert.match(text, /The user did not allow it: use npm/);
});

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { UserPart } from "coxswain/providers";
import { taskPrompt } from "./task-prompt.ts";

const openScene = (t: TestContext) => {
  const cwd = mkdtempSync(join(tmpdir(), "cox-task-"));
  t.after(() => rmSync(cwd, { recursive: true }));
  const warnings: string[] = [];
  const prompt = (words: string, attached: Readonly<Record<string, UserPart>> = {}) =>
    taskPrompt({ words, piped: undefined, attached: new Map(Object.entries(attached)), cwd, warn: (line) => warnings.push(line) });
  return { cwd, warnings, prompt };
};

const text = (content: string): UserPart => ({ type: "text", text: content });

test("a paste replaces its label, and neither files nor labels are looked for in it", async (t) => {
  const { cwd, warnings, prompt } = openScene(t);
  writeFileSync(join(cwd, "secret.txt"), "secret");
  const pasted = 'From @secret.txt and @"unclosed [pasted 11 lines]';
  const attached = { "[pasted 12 lines]": text(pasted), "[pasted 11 lines]": text("eleven") };
  assert.equal(
    await prompt("Read [pasted 12 lines] and [pasted 11 lines] twice: [pasted 11 lines]", attached),
    `Read ${pasted} and eleven twice: eleven`,
  );
  assert.deepEqual(warnings, []);
});

test("a paste that begins with a slash is not a command, and one behind a command is its argument", async (t) => {
  const { prompt } = openScene(t);
  const attached = { "[pasted 12 lines]": text("/exit now") };
  assert.equal(await prompt("[pasted 12 lines]", attached), " /exit now");
  assert.equal(await prompt("/review [pasted 12 lines]", attached), "/review /exit now");
});

test("an image follows the words, which keep its label, in the order of the files before it", async (t) => {
  const { cwd, prompt } = openScene(t);
  writeFileSync(join(cwd, "a.ts"), "one\ntwo\nthree\n");
  const image: UserPart = { type: "image", mediaType: "image/gif", data: "R0lG", name: "shot.gif" };
  assert.deepEqual(await prompt("Like [image 1: shot.gif, 3x2], see @a.ts#L2", { "[image 1: shot.gif, 3x2]": image }), [
    text("Like [image 1: shot.gif, 3x2], see @a.ts#L2"),
    text('\n\n<file path="a.ts" lines="2">\ntwo\n</file>'),
    image,
  ]);
});

test("a mention of a missing file with lines is one warning, and lines that the file does not have are an error", async (t) => {
  const { cwd, warnings, prompt } = openScene(t);
  writeFileSync(join(cwd, "a.ts"), "one\n");
  await prompt("see @gone.ts#L3-4");
  assert.deepEqual(warnings, ["no such file: @gone.ts#L3-4. It is sent as text."]);
  await assert.rejects(prompt("see @a.ts#L5"), { message: "@a.ts has 1 line, so it has no line 5" });
});

test("a resource of an MCP server is not reported as a missing file", async (t) => {
  const { warnings, prompt } = openScene(t);
  assert.equal(await prompt("see @docs:file:///a/b.md and @docs:demo://a.md"), "see @docs:file:///a/b.md and @docs:demo://a.md");
  assert.deepEqual(warnings, []);
  await prompt("see @docs:a/b.ts");
  assert.deepEqual(warnings, ["no such file: @docs:a/b.ts. It is sent as text."]);
});

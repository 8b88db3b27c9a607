import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { UsageError } from "../argv/index.ts";
import { configure } from "../configuration/index.ts";
import { systemPromptTexts } from "./prompt-texts.ts";
import type { TaskValues } from "./task-values.ts";

/** A person's configuration and a project, with these files. */
const scene = (t: TestContext, files: Readonly<Record<string, string | Uint8Array>>) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "cox-prompt-")));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, content] of Object.entries({ "project/.git/HEAD": "", "home/settings.json": "{}", ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const cwd = join(root, "project");
  const texts = async (values: TaskValues = {}, trust = false) =>
    systemPromptTexts(await configure({ env: { COX_HOME: join(root, "home") }, cwd, trust }), values, cwd);
  return { root, cwd, texts };
};

const ALL = {
  "home/SYSTEM.md": "The person's base.",
  "home/APPEND_SYSTEM.md": "The person's addition.",
  "project/.coxswain/SYSTEM.md": "The project's base.",
  "project/.coxswain/APPEND_SYSTEM.md": "The project's addition.",
};

test("without files and options nothing of the system prompt is changed", async (t) => {
  assert.deepEqual(await scene(t, {}).texts(), {});
});

test("the person's files hold, and those of a project that is not trusted do not", async (t) => {
  assert.deepEqual(await scene(t, ALL).texts(), { systemPrompt: "The person's base.", instructions: "The person's addition." });
});

test("the files of a trusted project go before the person's, each for itself", async (t) => {
  const { "project/.coxswain/APPEND_SYSTEM.md": _, ...files } = ALL;
  assert.deepEqual(await scene(t, files).texts({}, true), { systemPrompt: "The project's base.", instructions: "The person's addition." });
});

test("the command line goes before all files, an empty text too", async (t) => {
  const { texts } = scene(t, ALL);
  assert.deepEqual(await texts({ "system-prompt": "", "append-system-prompt": "Whistle." }, true), {
    systemPrompt: "",
    instructions: "Whistle.",
  });
});

test("@FILE is the file's text, and @@ begins a text with @", async (t) => {
  const { texts } = scene(t, { "project/review.md": "You review." });
  assert.deepEqual(await texts({ "system-prompt": "@review.md", "append-system-prompt": "@@review" }), {
    systemPrompt: "You review.",
    instructions: "@review",
  });
});

test("a file that the command line names and that cannot be used is a usage error that says why", async (t) => {
  const { texts, cwd } = scene(t, { "project/latin1.md": new Uint8Array([0xe4]) });
  const refused = (value: string, reason: RegExp) =>
    assert.rejects(texts({ "system-prompt": value }), (error) => error instanceof UsageError && reason.test(error.message));
  await refused("@none.md", /--system-prompt @none\.md cannot be used: .*none\.md does not exist\./);
  await refused(`@${cwd}`, /is a folder/);
  await refused("@latin1.md", /is not UTF-8/);
});

test("a blank file says nothing", async (t) => {
  assert.deepEqual(await scene(t, { "home/SYSTEM.md": "\n" }).texts(), {});
});

test("a trusted project's file does not lead to one of the person's", async (t) => {
  const { texts, root, cwd } = scene(t, { "secret.txt": "secret", "project/.coxswain/settings.json": "{}" });
  symlinkSync(join(root, "secret.txt"), join(cwd, ".coxswain", "SYSTEM.md"));
  await assert.rejects(texts({}, true), { code: "settings", message: /is a link to a file outside the project/ });
});

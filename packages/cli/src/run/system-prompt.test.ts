import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { UsageError } from "../argv/index.ts";
import { configure } from "../configuration/index.ts";
import { systemPromptOptions } from "./system-prompt.ts";
import type { TaskValues } from "./task-values.ts";

/** Creates a home folder and a project with these files. */
const scene = (t: TestContext, files: Readonly<Record<string, string | Uint8Array>>) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "cox-prompt-")));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, content] of Object.entries({ "project/.git/HEAD": "", "home/settings.json": "{}", ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const cwd = join(root, "project");
  const promptFor = async (values: TaskValues = {}, trust = false) =>
    systemPromptOptions(await configure({ env: { COX_HOME: join(root, "home") }, cwd, trust }), values, cwd);
  return { root, cwd, texts: promptFor };
};

const ALL = {
  "home/SYSTEM.md": "The user's base.",
  "home/APPEND_SYSTEM.md": "The user's addition.",
  "project/.coxswain/SYSTEM.md": "The project's base.",
  "project/.coxswain/APPEND_SYSTEM.md": "The project's addition.",
};

test("uses the default system prompt without files and options", async (t) => {
  assert.deepEqual(await scene(t, {}).texts(), {});
});

test("uses the user's files and ignores those of an untrusted project", async (t) => {
  assert.deepEqual(await scene(t, ALL).texts(), { systemPrompt: "The user's base.", instructions: "The user's addition." });
});

test("prefers each file of a trusted project over the user's file", async (t) => {
  const { "project/.coxswain/APPEND_SYSTEM.md": _, ...files } = ALL;
  assert.deepEqual(await scene(t, files).texts({}, true), { systemPrompt: "The project's base.", instructions: "The user's addition." });
});

test("prefers the command line over all files, even with an empty string", async (t) => {
  const { texts: promptFor } = scene(t, ALL);
  assert.deepEqual(await promptFor({ "system-prompt": "", "append-system-prompt": "Whistle." }, true), {
    systemPrompt: "",
    instructions: "Whistle.",
  });
});

test("reads the text from @FILE, and takes @@ as a literal @", async (t) => {
  const { texts: promptFor } = scene(t, { "project/review.md": "You review." });
  assert.deepEqual(await promptFor({ "system-prompt": "@review.md", "append-system-prompt": "@@review" }), {
    systemPrompt: "You review.",
    instructions: "@review",
  });
});

test("rejects an unusable file on the command line with a usage error that gives the reason", async (t) => {
  const { texts: promptFor, cwd } = scene(t, { "project/latin1.md": new Uint8Array([0xe4]) });
  const assertRejected = (value: string, reason: RegExp) =>
    assert.rejects(promptFor({ "system-prompt": value }), (error) => error instanceof UsageError && reason.test(error.message));
  await assertRejected("@none.md", /--system-prompt @none\.md cannot be used: .*none\.md does not exist\./);
  await assertRejected(`@${cwd}`, /is a folder/);
  await assertRejected("@latin1.md", /it is not UTF-8/);
});

test("ignores a blank file", async (t) => {
  assert.deepEqual(await scene(t, { "home/SYSTEM.md": "\n" }).texts(), {});
});

test("rejects a trusted project's file that links outside the project", async (t) => {
  const { texts: promptFor, root, cwd } = scene(t, { "secret.txt": "secret", "project/.coxswain/settings.json": "{}" });
  symlinkSync(join(root, "secret.txt"), join(cwd, ".coxswain", "SYSTEM.md"));
  await assert.rejects(promptFor({}, true), { code: "settings", message: /is a link to a file outside the project/ });
});

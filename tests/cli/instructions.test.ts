import assert from "node:assert/strict";
import { symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type CoxScene, openCox } from "./cox-scene.ts";

const systemOf = (cox: CoxScene, request = 0): string => JSON.stringify(cox.server.requests.at(request)?.body["system"]);
const messagesOf = (cox: CoxScene, request = 0): string => JSON.stringify(cox.server.requests.at(request)?.body["messages"]);

test("sends the model the user's instruction file, then the project's", async () => {
  await using cox = await openCox(() => "ok");
  await writeFile(join(cox.home, "AGENTS.md"), "Answer in verse.");
  await cox.write("AGENTS.md", "Use tabs.");
  const { stderr } = await cox.run(["go"]);
  assert.match(systemOf(cox), /Answer in verse\..*Use tabs\./);
  assert.doesNotMatch(stderr, /AGENTS/);
});

test("--no-agents-md sends no instruction file", async () => {
  await using cox = await openCox(() => "ok");
  await cox.write("AGENTS.md", "Use tabs.");
  await cox.run(["go", "--no-agents-md"]);
  assert.doesNotMatch(systemOf(cox), /Use tabs/);
});

test("sends a changed file when the session continues, and leaves earlier messages unchanged", async () => {
  await using cox = await openCox(() => "ok");
  await cox.write("AGENTS.md", "Use tabs.");
  await cox.run(["go"]);
  await cox.write("AGENTS.md", "Use spaces.");
  await cox.run(["-c", "continue"]);
  assert.equal(
    systemOf(cox, 1).replaceAll(/,"cache_control":\{[^}]*\}/g, ""),
    systemOf(cox, 0).replaceAll(/,"cache_control":\{[^}]*\}/g, ""),
  );
  assert.match(messagesOf(cox, 1), /The section \\"project\\" is now:.*Use spaces\./);
});

test("sends no key when a repository's AGENTS.md links to one, and warns the user", async () => {
  await using cox = await openCox(() => "ok");
  await writeFile(join(cox.home, "id_rsa"), "PRIVATE KEY");
  await symlink(join(cox.home, "id_rsa"), join(cox.project, "AGENTS.md"));
  const { code, stderr } = await cox.run(["go"]);
  assert.equal(code, 0);
  assert.match(stderr, /AGENTS\.md is a link to a file outside the project\. It was not read\./);
  assert.doesNotMatch(JSON.stringify(cox.server.requests), /PRIVATE KEY/);
});

test("rejects a missing --system-prompt @FILE with a usage error before any request", async () => {
  await using cox = await openCox(() => "ok");
  const { code, stderr } = await cox.run(["go", "--system-prompt", "@none.md"]);
  assert.equal(code, 2);
  assert.match(stderr, /--system-prompt @none\.md cannot be used/);
  assert.equal(cox.server.requests.length, 0);
});

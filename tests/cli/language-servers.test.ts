import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { messagesOf, openCox } from "./cox-scene.ts";

const STUB = join(import.meta.dirname, "..", "..", "packages", "coxswain", "src", "lsp", "stub-server.child.ts");
const SLOW = { timeout: 60_000 };
const LSP = { waitSeconds: 30, languages: { yaml: { command: [process.execPath, STUB, "pull"] } } };

const toolNames = (body: Readonly<Record<string, unknown>> | undefined): readonly string[] =>
  ((body?.["tools"] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name);

test("S2-28: in a trusted project, results of edits have new errors", SLOW, async () => {
  await using cox = await openCox([
    { calls: [{ name: "read", input: { path: "a.yaml" } }] },
    { calls: [{ name: "edit", input: { path: "a.yaml", oldText: "old", newText: "ERROR new" } }] },
    "done",
  ]);
  await cox.set({ lsp: LSP });
  await cox.write("a.yaml", "old\n");
  const { code, stderr } = await cox.run(["-p", "--trust", "--mode", "auto-edit", "Change it."]);
  assert.equal(code, 0, stderr);
  assert.ok(toolNames(cox.server.requests[0]?.body).includes("rename"));
  const result = JSON.stringify(messagesOf(cox.server.requests.at(-1)).at(-1));
  assert.match(result, /The language server reports an error that this change caused:\\na\.yaml:1: error E1: new: ERROR new/);
  assert.doesNotMatch(stderr, /language server/);
});

test("S2-28: before a project is trusted, a server that only settings know is not started", SLOW, async () => {
  await using cox = await openCox(["done"]);
  await cox.set({ lsp: LSP });
  await cox.write("a.yaml", "old\n");
  await cox.run(["-p", "Change it."]);
  assert.equal(toolNames(cox.server.requests[0]?.body).includes("rename"), false);
});

test("cox doctor lists the servers for the files of the folder, with the reason of those that cannot start", SLOW, async () => {
  await using cox = await openCox();
  await cox.set({ lsp: { languages: { ...LSP.languages, bash: { command: ["no-such-server"] } } } });
  await cox.write("a.yaml", "");
  await cox.write("b.sh", "");
  const { stdout } = await cox.run(["doctor"]);
  assert.match(stdout, /-- {2}lsp +Bash: not installed: no-such-server is not on the path/);
  assert.match(stdout, /-- {2}lsp +YAML: \S+\s+could\s+run\s+programs\s+of\s+this\s+folder:\s+trust\s+it\s+with\s+cox\s+trust/);
});

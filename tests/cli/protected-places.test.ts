import assert from "node:assert/strict";
import { test } from "node:test";
import { openCox } from "./cox-scene.ts";

const call = (name: string, input: object) => ({ calls: [{ name, input }] });

test("writes no protected path without a user, even with --yes or an allowed tool, and writes other paths", async () => {
  await using cox = await openCox([
    call("write", { path: ".git/hooks/pre-commit", content: "x" }),
    call("bash", { command: "mkdir -p .git/hooks; echo x > .git/hooks/pre-commit" }),
    call("write", { path: ".vscode/tasks.json", content: "{}" }),
    call("bash", { command: "cd .coxswain && echo '{}' > settings.json" }),
    call("write", { path: "new.txt", content: "hello\n" }),
    "Done.",
  ]);
  const { code } = await cox.run(["go", "--yes", "--allow", "write", "--allow", "bash"]);
  assert.equal(code, 0);
  assert.equal(await cox.read("new.txt"), "hello\n");
  for (const path of [".git/hooks/pre-commit", ".vscode/tasks.json", ".coxswain/settings.json"]) await assert.rejects(cox.read(path), path);
  assert.equal(JSON.stringify(cox.server.requests.at(-1)?.body).match(/which runs code when/g)?.length, 4);
});

test("permissions explain names the protected path and when the call runs", async () => {
  await using cox = await openCox([]);
  const { stdout } = await cox.run(["permissions", "explain", "--mode", "yolo", "cp x .npmrc"]);
  assert.match(
    stdout,
    /^ask\n.*\.npmrc is the configuration of a package manager or a build tool, which runs code when that tool is used\n$/,
  );
});

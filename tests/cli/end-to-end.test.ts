import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { LoopbackRequest } from "coxswain/testing";
import { type CoxScene, isBuilt, jsonLines, openCox } from "./cox-scene.ts";

/** The last tool result that the model received. */
const lastResult = ({ text }: LoopbackRequest): string => {
  const { messages } = JSON.parse(text) as { messages: readonly { content: readonly { type: string; content?: unknown }[] }[] };
  return JSON.stringify(messages.at(-1)?.content.find(({ type }) => type === "tool_result")?.content ?? "");
};

/** A model that finds the failing test, fixes the code and runs the tests again. */
const fixingModel = (request: LoopbackRequest, turn: number) => {
  const result = lastResult(request);
  switch (turn) {
    case 0:
      return { text: "I run the tests.", calls: [{ name: "bash", input: { command: "node --test" } }] };
    case 1:
      assert.match(result, /adds/);
      return { calls: [{ name: "grep", input: { pattern: "export const add" } }] };
    case 2:
      assert.match(result, /sum\.js/);
      return { calls: [{ name: "read", input: { path: "sum.js" } }] };
    case 3:
      return { calls: [{ name: "edit", input: { path: "sum.js", oldText: "a - b", newText: "a + b" } }] };
    case 4:
      return { calls: [{ name: "bash", input: { command: "node --test && git status --short" } }] };
    case 5:
      assert.match(result, /fail 0/);
      assert.match(result, /M sum\.js/);
      return "It subtracted. Now it adds, and the tests pass.";
    default:
      return "I changed sum.js.";
  }
};

const makeProject = async (cox: CoxScene): Promise<void> => {
  await cox.write("package.json", '{ "type": "module" }\n');
  await cox.write("sum.js", "export const add = (a, b) => a - b;\n");
  await cox.write(
    "sum.test.js",
    'import { equal } from "node:assert";\nimport { test } from "node:test";\nimport { add } from "./sum.js";\n\ntest("adds", () => equal(add(2, 3), 5));\n',
  );
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.org", ...args], { cwd: cox.project });
  git("init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "A project");
};

test(
  "S0-81: the built cox fixes a failing test, verifies it, continues the session, and reads its session file back",
  { skip: !isBuilt && "it is not built from the source as it is now" },
  async () => {
    await using cox = await openCox(fixingModel);
    await makeProject(cox);

    const { code, stdout, stderr } = await cox.run(["-p", "A test fails: fix it.", "--allow", "bash", "--allow", "edit"]);
    assert.deepEqual([code, stdout], [0, "It subtracted. Now it adds, and the tests pass.\n"], stderr);
    assert.equal(await cox.read("sum.js"), "export const add = (a, b) => a + b;\n");

    const continued = await cox.run(["-c", "What did you change?"]);
    assert.deepEqual([continued.code, continued.stdout], [0, "I changed sum.js.\n"]);

    const [file = "", ...others] = await cox.sessionFiles();
    assert.deepEqual(others, []);
    const [header, ...entries] = jsonLines(await readFile(file, "utf8"));
    assert.deepEqual([header?.["format"], header?.["cwd"]], ["coxswain-session", cox.project]);
    const types = entries.map(({ type, message }) => [type, (message as { role?: string } | undefined)?.role].filter(Boolean).join(" "));
    assert.deepEqual(types.filter((type) => type.startsWith("message")).length, 14);
    assert.deepEqual(types.filter((type) => type === "run_end").length, 2);
    const shown = await cox.run(["sessions", "show", String(header?.["id"])]);
    assert.match(
      shown.stdout,
      /A test fails: fix it\.[^]*> edit {2}sum\.js[^]*I changed sum\.js\.\n\nChecks: tests passed after the last change\n$/,
    );
  },
);

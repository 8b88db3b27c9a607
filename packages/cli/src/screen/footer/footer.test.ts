import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "../screen.fixture.ts";
import type { PlaceFacts } from "./footer-facts.ts";
import type { FooterSource } from "./footer.ts";

const source = (more: Partial<FooterSource> = {}): FooterSource => ({
  project: "/",
  version: "1.2.3",
  place: () => ({ branch: "main", sandbox: "auto" }),
  refresh: async () => false,
  ...more,
});

test("the footer shows the branch and the share of the input that came from the cache", async () => {
  const usage = { input: 100, output: 10, cacheRead: 300, cacheWrite: 0, reasoning: 0 };
  await using scene = await openScreen({ script: [{ text: "Hello.", usage }], footer: source() });
  await scene.terminal.seen("sandbox auto");
  assert.ok((await scene.terminal.lines()).some((line) => line.endsWith("main")));
  scene.terminal.type("Hi.");
  scene.terminal.press("\r");
  await scene.terminal.seen("75 % cached");
});

test("the footer reads the place again after a run", async () => {
  let place: PlaceFacts = { branch: "main" };
  let looks = 0;
  const refresh = async (): Promise<boolean> => {
    if (++looks === 1) return false;
    place = { branch: "feature" };
    return true;
  };
  await using scene = await openScreen({ script: ["Hello."], footer: source({ place: () => place, refresh }) });
  await scene.terminal.seen("main");
  scene.terminal.type("Hi.");
  scene.terminal.press("\r");
  await scene.terminal.seen("feature");
});

test("a status line of the user replaces the footer, and gets the state with Claude Code's names", async () => {
  const inputs: Readonly<Record<string, unknown>>[] = [];
  const run = async (input: Readonly<Record<string, unknown>>): Promise<string> => {
    inputs.push(input);
    return `\u001b[32mline ${(input["permission_mode"] as string) ?? ""}\u001b[0m`;
  };
  await using scene = await openScreen({ script: ["Hello."], footer: source({ statusLine: { run, padding: 0 } }) });
  await scene.terminal.seen("line ask");
  assert.ok(!(await scene.terminal.lines()).some((line) => line.includes("sandbox auto")));
  scene.terminal.press("\u001b[Z");
  await scene.terminal.seen("line auto-edit");
  const { model, session_id: id, workspace, version } = inputs[0] ?? {};
  assert.deepEqual(
    { id, version, workspace },
    { id: scene.session.id, version: "1.2.3", workspace: { current_dir: "/", project_dir: "/" } },
  );
  assert.equal((model as { readonly id: string }).id, scene.session.state.model);
});

test("a status line that fails is reported, and the usual footer is shown", async () => {
  const run = () => Promise.reject(new Error("exit code 3: jq: not found"));
  await using scene = await openScreen({ footer: source({ statusLine: { run, padding: 0 } }) });
  await scene.terminal.seen("! The status line's command failed: exit code 3: jq: not found");
  await scene.terminal.seen("sandbox auto");
});

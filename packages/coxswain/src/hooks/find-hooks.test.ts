import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { coxHome, loadSettings } from "../settings/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { findHooks } from "./find-hooks.ts";
import { HOOK_EVENTS } from "./hook-events.ts";

const write = (path: string, value: unknown): void => {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
};

const claude = (command: string) => ({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }] } });

/** Creates a user's home and a project, each with hooks of both kinds. */
const place = (t: TestContext, own: object = {}) => {
  const [home, project] = [temporaryFolder(t), temporaryFolder(t)];
  const paths = coxHome({ HOME: home, XDG_CONFIG_HOME: join(home, "config") });
  write(join(paths.config, "settings.json"), { hooks: [{ event: "pre_tool", command: "mine" }], ...own });
  write(join(project, ".coxswain", "settings.json"), { hooks: [{ event: "turn_end", command: "of the project", name: "checks" }] });
  write(join(home, ".claude", "settings.json"), claude("my claude"));
  write(join(project, ".claude", "settings.json"), claude("project's claude"));
  write(join(project, ".claude", "settings.local.json"), claude("local claude"));
  return async ({ trusted = true, all = false, tools }: { trusted?: boolean; all?: boolean; tools?: readonly string[] } = {}) => {
    const { layers } = await loadSettings({ home: paths, project, trusted });
    return findHooks({ layers, project, trusted, home, all, ...(tools === undefined ? {} : { tools: () => tools }) });
  };
};

const commands = ({ hooks }: Awaited<ReturnType<typeof findHooks>>): readonly string[] => hooks.map(({ command }) => command);

test("the user's own hooks run first, then a trusted project's, and then those of its Claude Code files", async (t) => {
  const found = await place(t)();
  assert.deepEqual(commands(found), ["mine", "of the project", "project's claude", "local claude"]);
  assert.deepEqual(
    found.hooks.map(({ hook, source, tools }) => [hook.name, source.split("/").slice(-2).join("/"), tools]),
    [
      ["mine", "coxswain/settings.json", undefined],
      ["checks", ".coxswain/settings.json", undefined],
      ["project's claude", ".claude/settings.json", "Bash"],
      ["local claude", ".claude/settings.local.json", "Bash"],
    ],
  );
});

test("finds no hook of a project that is not trusted, in a list or otherwise", async (t) => {
  const find = place(t, { claudeHooks: "all" });
  assert.deepEqual(commands(await find({ trusted: false })), ["mine", "my claude"]);
  assert.deepEqual(commands(await find({ trusted: false, all: true })), ["mine", "my claude"]);
});

test("the user's own Claude Code hooks run only if the user's settings enable them, and a project cannot", async (t) => {
  assert.ok(!commands(await place(t)()).includes("my claude"));
  assert.ok(commands(await place(t, { claudeHooks: "all" })()).includes("my claude"));
  assert.deepEqual(commands(await place(t, { claudeHooks: "off" })()), ["mine", "of the project"]);
});

test("a list includes disabled hooks with the reason", async (t) => {
  const find = place(t, {
    claudeHooks: "off",
    hooks: [
      { event: "run_end", command: "bell", enabled: false },
      { event: "run_end", command: "notify" },
    ],
  });
  const { hooks } = await find({ all: true });
  assert.deepEqual(
    hooks.map(({ command, off }) => [command, off]),
    [
      ["bell", '"enabled" is false'],
      ["notify", undefined],
      ["of the project", undefined],
      ["my claude", 'disabled by the setting "claudeHooks"'],
      ["project's claude", 'disabled by the setting "claudeHooks"'],
      ["local claude", 'disabled by the setting "claudeHooks"'],
    ],
  );
  assert.deepEqual(commands(await find()), ["notify", "of the project"]);
});

test("T18: an invalid Claude Code file causes a warning, and the other hooks apply", async (t) => {
  const [home, project] = [temporaryFolder(t), temporaryFolder(t)];
  write(join(project, ".claude", "settings.json"), "{");
  mkdirSync(join(project, ".claude", "settings.local.json"));
  const { hooks, warnings } = await findHooks({ layers: [], project, trusted: true, home });
  assert.deepEqual(hooks, []);
  assert.equal(warnings.length, 2);
  assert.match(warnings[0] ?? "", /settings\.json: its hooks were skipped: it is not JSON\.$/);
  assert.match(warnings[1] ?? "", /settings\.local\.json is not a regular file\.$/);
});

test("a home folder that is a trusted project has the user's own Claude Code hooks once, and only if enabled", async (t) => {
  const home = temporaryFolder(t);
  write(join(home, ".claude", "settings.json"), claude("my claude"));
  const find = (claudeHooks: "project" | "all") =>
    findHooks({ layers: [{ source: "settings.json", settings: { claudeHooks } }], project: home, trusted: true, home });
  assert.deepEqual(commands(await find("project")), []);
  assert.deepEqual(commands(await find("all")), ["my claude"]);
});

test("a hook for an unknown tool causes a warning with the closest name, because nothing else reveals that it protects nothing", async (t) => {
  const hooks = [
    { event: "pre_tool", name: "guard", tools: ["Bash", "edit", "web_*", "mcp__memory__*", "frobnicate", "e*"], command: "x" },
    { event: "pre_tool", tools: ["Nothing"], command: "off", enabled: false },
    { event: "turn_end", command: "y" },
  ];
  const find = place(t, { hooks, claudeHooks: "off" });
  const { warnings } = await find({ trusted: false, tools: ["bash", "edit", "web_search"] });
  assert.deepEqual(
    warnings.map((line) => line.replace(/^.*settings\.json: /, "")),
    ["the hook guard names the unknown tool Bash; did you mean bash?", "the hook guard names the unknown tool frobnicate."],
  );
  assert.deepEqual((await find({ trusted: false })).warnings, []);
});

test("the settings can name every event", async (t) => {
  const hooks = HOOK_EVENTS.map((event) => ({ event, command: event }));
  const found = await place(t, { hooks })({ trusted: false });
  assert.deepEqual(commands(found), HOOK_EVENTS);
});

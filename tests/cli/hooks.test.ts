import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type CoxScene, jsonLines, messagesOf, openCox } from "./cox-scene.ts";

const BASH = { calls: [{ name: "bash", input: { command: "git push" } }] };

const NO_PUSH = `grep -q "git push" && { echo "pushes are disabled" >&2; exit 2; }; exit 0`;

const claude = (command: string) => JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }] } });

const project = async (cox: CoxScene): Promise<void> => {
  await cox.write(".coxswain/settings.json", JSON.stringify({ hooks: [{ event: "run_end", command: "touch of-the-project" }] }));
  await cox.write(".claude/settings.json", claude(`touch claude-ran; ${NO_PUSH}`));
};

test("denies a call by a user's hook without asking, and names the hook and the reason in stream-json", async () => {
  await using cox = await openCox([BASH, "I could not."]);
  await cox.set({ hooks: [{ event: "pre_tool", name: "no-push", tools: ["bash"], command: NO_PUSH }] });
  const { code, stdout } = await cox.run(["push it", "--yes", "--output-format", "stream-json"]);
  assert.equal(code, 0);
  const block = jsonLines(stdout).find(({ subtype }) => subtype === "hook_block");
  assert.deepEqual(
    { hook: block?.["hook"], event: block?.["event"], what: block?.["what"], reason: block?.["reason"] },
    { hook: "no-push", event: "pre_tool", what: "call", reason: "pushes are disabled" },
  );
  assert.match(JSON.stringify(cox.server.requests.at(-1)?.body), /Denied: the hook no-push denied it: pushes are disabled/);
});

test("reads and runs a project's hooks, including those for Claude Code, only once it is trusted", async () => {
  await using cox = await openCox([BASH, "Pushed.", BASH, "I could not."]);
  await project(cox);
  const ran = (name: string): boolean => existsSync(join(cox.project, name));
  const untrusted = await cox.run(["push it", "--yes"]);
  assert.match(untrusted.stderr, /ignored .*\.claude\/settings\.json.*: this project is not trusted/);
  assert.deepEqual([ran("of-the-project"), ran("claude-ran")], [false, false]);

  const trusted = await cox.run(["push it", "--yes", "--trust"]);
  assert.match(trusted.stderr, /^! bash denied: the hook touch claude-ran; .* denied it: pushes are disabled/m);
  assert.deepEqual([ran("of-the-project"), ran("claude-ran")], [true, true]);
});

test("fails a run that a hook denies before any request, with the reason on the last line", async () => {
  await using cox = await openCox();
  await cox.set({ hooks: [{ event: "before_run", name: "gate", command: "echo 'not on a Friday' >&2; exit 2" }] });
  const { code, stdout, stderr } = await cox.run(["deploy"]);
  assert.equal(code, 1);
  assert.equal(stdout, "");
  assert.equal(stderr, "cox: the hook gate denied the run: not on a Friday\n");
  assert.equal(cox.server.requests.length, 0);
});

test("continues the run for a hook that asks for more, and shows its message", async () => {
  await using cox = await openCox(["Done.", "All tests pass."]);
  await cox.set({
    hooks: [
      { event: "turn_end", name: "tests", command: `grep -q '"continuations":0' && { echo "Do the tests pass?" >&2; exit 2; }; exit 0` },
    ],
  });
  const { stdout, stderr } = await cox.run(["fix it"]);
  assert.equal(stdout, "All tests pass.\n");
  assert.match(stderr, /^# \[Message of the hook tests:\] *Do the tests pass\?$/m);
});

test("cox hooks lists hooks in order with their file, and disabled ones with the reason", async () => {
  await using cox = await openCox();
  await project(cox);
  await cox.set({
    hooks: [
      { event: "pre_tool", name: "no-push", tools: ["bash"], command: "check" },
      { event: "run_end", command: "bell", enabled: false },
    ],
  });
  const untrusted = await cox.run(["hooks"]);
  assert.deepEqual(
    untrusted.stdout.split("\n").map((line) => line.replaceAll(/ +/g, " ").trim()),
    ["on pre_tool bash ~/home/settings.json no-push: check", 'off run_end ~/home/settings.json bell ("enabled" is false)', ""],
  );
  assert.match(untrusted.stderr, /this project is not trusted/);

  const trusted = await cox.run(["hooks", "--trust", "--json"]);
  assert.deepEqual(
    jsonLines(trusted.stdout).map(({ event, on, source }) => [event, on, String(source).slice(cox.project.length + 1)]),
    [
      ["pre_tool", true, ""],
      ["run_end", false, ""],
      ["run_end", true, ".coxswain/settings.json"],
      ["pre_tool", true, ".claude/settings.json"],
    ].map(([event, on, source]) => [event, on, source === "" ? join(cox.home, "settings.json").slice(cox.project.length + 1) : source]),
  );
});

test("reports unsupported parts of Claude Code's hooks once, and all of them in cox hooks", async () => {
  await using cox = await openCox(["ok"]);
  const hooks = [{ hooks: [{ type: "command", command: "x" }] }];
  await cox.write(".claude/settings.json", JSON.stringify({ hooks: { SessionStart: hooks, Notification: hooks } }));
  const { stderr } = await cox.run(["go", "--trust"]);
  assert.match(stderr, /hooks for SessionStart skipped: the event is not supported\. 1 more warnings: run `cox hooks`\./);
  const listed = await cox.run(["hooks"]);
  assert.match(listed.stderr, /SessionStart[^]*Notification/);
});

test("warns in each task and in cox hooks about a hook for an unknown tool, which guards nothing", async () => {
  await using cox = await openCox(["ok"]);
  await cox.set({ hooks: [{ event: "pre_tool", name: "guard", tools: ["Bash", "task", "todo", "recall"], command: "exit 2" }] });
  const line = /^.*settings\.json: the hook guard names the unknown tool Bash; did you mean bash\?\n$/;
  assert.match((await cox.run(["go"])).stderr, line);
  assert.match((await cox.run(["hooks"])).stderr, line);
});

test("applies Claude Code's hooks in subagents, in background tasks, and to each of several edits", async () => {
  const guard = (matcher: string, command: string) =>
    JSON.stringify({ hooks: { PreToolUse: [{ matcher, hooks: [{ type: "command", command }] }] } });
  const touch = { calls: [{ name: "bash", input: { command: "touch ran" } }] };
  const look = (more: object) => ({ calls: [{ name: "task", input: { description: "Look", prompt: "Look", ...more } }] });
  for (const more of [{}, { background: true }]) {
    let seen = 0;
    await using cox = await openCox((request) => {
      if (String(messagesOf(request)[0]?.content[0]?.["text"]) === "Look") return messagesOf(request).length === 1 ? touch : "Nothing.";
      seen += 1;
      return seen === 1 ? look(more) : "Seen.";
    });
    await cox.write(".claude/settings.json", guard("Bash", "echo 'no shell' >&2; exit 2"));
    const { code, stdout, stderr } = await cox.run(["-p", "go", "--yes", "--trust"]);
    assert.deepEqual([code, stdout], [0, "Seen.\n"]);
    assert.match(stderr, /general ! bash denied/);
    assert.equal(existsSync(join(cox.project, "ran")), false);
  }
  const edits = [
    { oldText: "one", newText: "two" },
    { oldText: "three", newText: "forbidden" },
  ];
  await using cox = await openCox([{ calls: [{ name: "edit", input: { path: "a.txt", edits } }] }, "I could not."]);
  await cox.write(
    ".claude/settings.json",
    guard("Edit|Write", `grep -q '"new_string":"forbidden"' && { echo 'not that word' >&2; exit 2; }; exit 0`),
  );
  const { stderr } = await cox.run(["-p", "go", "--yes", "--trust"]);
  assert.match(stderr, /^! edit denied: the hook .* denied it: not that word$/m);
});

test("shows the arguments that a hook changed as the call ran with them, live and in the transcript", async () => {
  await using cox = await openCox([BASH, "Done."]);
  const answer = JSON.stringify({ input: { command: "echo pulled > done.txt" } });
  await cox.set({ hooks: [{ event: "pre_tool", tools: ["bash"], command: `echo '${answer}'` }] });
  const { stderr } = await cox.run(["go", "--yes"]);
  assert.equal(await cox.read("done.txt"), "pulled\n");
  assert.match(stderr, /^> bash.*echo pulled/m);
  const [{ id } = { id: "" }] = jsonLines((await cox.run(["sessions", "--json"])).stdout);
  const shown = await cox.run(["sessions", "show", String(id)]);
  assert.match(shown.stdout, /git push[^]*\(a hook changed the arguments to \{"command":"echo pulled > done\.txt"\}\)/);
  const exported = await cox.run(["sessions", "export", String(id)]);
  assert.match(exported.stdout, /A hook changed the call, which ran with/);
});

test("L24: hides a key in a hook's command", async () => {
  await using cox = await openCox();
  await cox.set({ hooks: [{ event: "run_end", command: "curl --token canary-0123456789 https://me:canary@host.example" }] });
  for (const args of [["hooks"], ["hooks", "--json"], ["config"], ["config", "get", "hooks"]])
    assert.doesNotMatch((await cox.run(args)).stdout, /canary|0123/, args.join(" "));
});

test("passes keys to no command of a hook or the model, whatever variable holds them", async () => {
  await using cox = await openCox([{ calls: [{ name: "bash", input: { command: "env > of-the-model" } }] }, "Done."]);
  await cox.set({
    providers: { workshop: { baseURL: "http://127.0.0.1:9", apiKeyEnv: "WORKSHOP", models: { small: {} } } },
    hooks: [{ event: "run_end", command: "env > of-the-hook" }],
  });
  await cox.run(["go", "--yes"], { env: { WORKSHOP: "canary", OPENAI_API_KEY: "canary", PLAIN: "kept" } });
  for (const name of ["of-the-model", "of-the-hook"]) {
    const environment = await cox.read(name);
    assert.doesNotMatch(environment, /canary/, name);
    assert.match(environment, /^PLAIN=kept$/m);
  }
});

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Reply } from "../model/index.ts";
import { openFilesScene, runs, writes } from "../runtime/session-files.fixture.ts";
import { commandSigns, evidenceLine, evidenceOf, lineReader, type WorkFact, workFacts } from "./index.ts";

const scripts = JSON.stringify({ scripts: { test: "test -f passes", lint: "touch report" } });

/** The checks of a session, and the line about them. */
const evidenceFrom = async (t: TestContext, ...calls: readonly Reply[]) => {
  const { session, root } = await openFilesScene(t, {
    files: { "package.json": scripts, ".gitignore": "report\ndist/\n", a: "0" },
    script: [...calls, "Done."],
  });
  await session.prompt("Go.").outcome;
  const evidence = evidenceOf(workFacts(session.entries), await lineReader(), root);
  const shown = (path: string): string => path.slice(root.length + 1);
  return {
    checks: evidence.checks.map(({ command, outcome, changedSince }) => [command, outcome, ...changedSince.map(shown)]),
    line: evidenceLine(evidence, shown),
  };
};

test("a check that passed after the last change is reported", async (t) => {
  const { checks, line } = await evidenceFrom(t, runs("echo 1 > passes"), runs("npm test"));
  assert.deepEqual(checks, [["npm test", "passed"]]);
  assert.equal(line, "tests passed after the last change");
});

test("a change after a check is named", async (t) => {
  const { checks, line } = await evidenceFrom(t, runs("echo 1 > passes"), runs("npm test"), writes("b", "1"), runs("echo 1 > a"));
  assert.deepEqual(checks, [["npm test", "passed", "b", "a"]]);
  assert.equal(line, "tests passed, and not run since b and 1 more changed");
});

test("a failed check stays failed until it runs again", async (t) => {
  const { checks } = await evidenceFrom(t, runs("npm test"), runs("echo 1 > passes"));
  assert.deepEqual(checks, [["npm test", "failed", "passes"]]);
});

test("files that git ignores are not a change", async (t) => {
  const { line } = await evidenceFrom(t, runs("npm run lint"), runs("npm run lint"));
  assert.equal(line, "linter passed");
});

/** Commands whose changes are results of builds and tests. */
const RESULTS: Readonly<Record<string, string>> = {
  "files in an ignored folder": "mkdir -p dist; echo 1 > dist/out",
  "links that git ignores": "mkdir -p dist; ln -sfn $RANDOM dist/latest; ln -sfn $RANDOM report",
  "packages and caches": "mkdir -p node_modules/a .pytest_cache; echo $RANDOM > node_modules/a/x; echo $RANDOM > .pytest_cache/y",
  "many files in an ignored folder": "mkdir -p dist; for at in $(seq 150); do echo $RANDOM > dist/$at; done",
};

for (const [results, command] of Object.entries(RESULTS)) {
  test(`${results} are not a change since a check, neither while it ran nor later`, async (t) => {
    const calls = [
      runs("echo 1 > passes"),
      runs(`npm test && ${command}`),
      runs(command),
      runs("npm test"),
      runs(command),
      runs("rm -rf dist"),
    ];
    const { checks, line } = await evidenceFrom(t, ...calls);
    assert.deepEqual(checks, [["npm test", "passed"]]);
    assert.equal(line, "tests passed after the last change");
  });
}

test("changes without any check are reported", async (t) => {
  const { line } = await evidenceFrom(t, writes("b", "1"));
  assert.equal(line, "no known check ran after the changes");
});

test("a session that changes and checks nothing has no line", async (t) => {
  assert.equal((await evidenceFrom(t, runs("ls"))).line, undefined);
});

test("a change later in the line of a check is after it", async (t) => {
  const { checks, line } = await evidenceFrom(t, runs("echo 1 > passes; npm test && echo 1 > a"));
  assert.deepEqual(checks, [["npm test", "passed", "a", "passes"]]);
  assert.equal(line, "tests passed, and not run since a and 1 more changed");
  const own = await evidenceFrom(t, runs("echo 1 > passes; npm test && echo done"));
  assert.equal(own.line, "tests passed after the last change");
});

const began = { kind: "began", work: "w" } as const;
const ended = { kind: "ran", command: "npm test", exitCode: 0, work: "w" } as const;

const changedSince = async (...facts: readonly WorkFact[]): Promise<readonly string[] | undefined> =>
  evidenceOf(facts, await lineReader(), "/").checks[0]?.changedSince;

test("files that other work changed while a check ran have changed since, and those that it changed itself have not", async () => {
  const changed = (...by: readonly string[]) => ({ kind: "changed", paths: ["/a"], by, at: 5 }) as const;
  assert.deepEqual(await changedSince(began, changed("other"), ended), ["/a"]);
  assert.deepEqual(await changedSince(began, changed("other", "w"), ended), ["/a"]);
  assert.deepEqual(await changedSince(began, changed("w"), ended), []);
  assert.deepEqual(await changedSince(changed("other"), began, ended), []);
  // It began in an earlier run.
  assert.deepEqual(await changedSince(changed("other"), ended), ["/a"]);
});

test("files that changed after a command of the user had begun have changed since", async () => {
  const changed = { kind: "changed", paths: ["/a"], by: ["other"], at: 5 } as const;
  const ran = (startedAt: number) => ({ kind: "ran", command: "npm test", exitCode: 0, startedAt }) as const;
  assert.deepEqual(await changedSince(changed, ran(4)), ["/a"]);
  assert.deepEqual(await changedSince(changed, ran(6)), []);
});

test("an edit while the tests of a background command run is a change since", async (t) => {
  const background = { calls: [{ name: "bash", input: { command: "npm test", background: true } }] };
  const waits = JSON.stringify({ scripts: { test: "while ! test -f edited; do sleep 0.05; done" } });
  const { session } = await openFilesScene(t, {
    files: { "package.json": waits },
    script: [background, writes("edited", "1"), "Done.", "Done."],
  });
  const events = session.events();
  session.prompt("Go.");
  for await (const event of events) if (event.type === "entry" && event.entry.type === "job_end") break;
  const { checks } = evidenceOf(workFacts(session.entries), await lineReader(), session.state.cwd);
  assert.deepEqual(
    checks.map((check) => [check.outcome, check.changedSince.length]),
    [["passed", 1]],
  );
});

test("the command of a call is the one that a hook put in place", async (t) => {
  const hooks = [{ event: "pre_tool", name: "skip", run: () => ({ input: { command: "true" } }) } as const];
  const { session } = await openFilesScene(t, { hooks, script: [runs("npm test"), "Done."] });
  await session.prompt("Go.").outcome;
  assert.deepEqual(evidenceOf(workFacts(session.entries), await lineReader(), session.state.cwd).checks, []);
});

/** The outcome of `npm test` in a line that ended with an exit code. */
const outcomeOf = async (command: string, exitCode: number): Promise<string | undefined> =>
  evidenceOf([{ kind: "ran", command, exitCode }], await lineReader(), "/").checks.find((check) => check.kind === "test")?.outcome;

test("a line in which another command may have failed does not report that the tests failed", async () => {
  assert.equal(await outcomeOf("npm test && git commit -m x", 0), "passed");
  assert.equal(await outcomeOf("npm test && git commit -m x", 1), "unknown");
  assert.equal(await outcomeOf("cd web && npm test", 1), "failed");
});

test("a check that did not start, was killed, or had no time left has an unknown result", async () => {
  for (const code of [126, 127, 130, 137, 143]) assert.equal(await outcomeOf("npm test", code), "unknown");
  assert.equal(await outcomeOf("timeout 60 npm test", 124), "unknown");
  assert.equal(await outcomeOf("npm test", 124), "failed");
});

test("a check with an option that hides findings proves no pass", async () => {
  assert.equal(await outcomeOf("make -i test", 0), "unknown");
  assert.equal(await outcomeOf("make -i test", 2), "failed");
});

test("a failed check stays in the line when another command of its kind passes", async () => {
  const ran = (command: string, exitCode: number) => ({ kind: "ran", command, exitCode }) as const;
  const changed = { kind: "changed", paths: ["/a"] } as const;
  const line = async (...facts: readonly WorkFact[]) => evidenceLine(evidenceOf(facts, await lineReader(), "/"), (path) => path);
  assert.equal(
    await line(ran("npm test", 1), changed, ran("npm test -- a", 0)),
    "tests passed after the last change; npm test failed, and not run since /a changed",
  );
  assert.equal(await line(ran("npm test", 1), changed, ran("npm test", 0)), "tests passed after the last change");
});

/** The checks of facts in the folder `/p`: command, outcome, changes since. */
const checksIn = async (...facts: readonly WorkFact[]) => {
  const { checks } = evidenceOf(facts, await lineReader(), "/p");
  return checks.map((check) => [check.command, check.outcome, ...check.changedSince]);
};

const ran = (command: string, folder?: string) =>
  ({ kind: "ran", command, exitCode: 0, ...(folder === undefined ? {} : { folder }) }) as const;

const changedIn = (folder: string, ...paths: readonly string[]) => ({ kind: "changed", paths, folder }) as const;

test("a check counts for the files of the folder in which it ran", async () => {
  const facts = [ran("npm test"), ran("npm test", "/w"), changedIn("/p", "/p/a"), changedIn("/w", "/w/b"), changedIn("/w/sub", "/w/sub/c")];
  assert.deepEqual(await checksIn(...facts), [
    ["npm test", "passed", "/p/a"],
    ["cd /w && npm test", "passed", "/w/b", "/w/sub/c"],
  ]);
});

test("folders in the session's folder and around it count as the session's", async () => {
  for (const folder of ["/p/packages/a", "/", "/p"]) {
    const [check] = await checksIn(ran("npm test", folder), changedIn("/p", "/p/x"), changedIn(folder, "/p/packages/a/y"));
    assert.deepEqual(check?.slice(1), ["passed", "/p/x", "/p/packages/a/y"], folder);
  }
});

test("a check that a line runs elsewhere proves nothing about the session's files", async () => {
  const line = async (command: string): Promise<string | undefined> =>
    evidenceLine(evidenceOf([changedIn("/p", "/p/a"), ran(command)], await lineReader(), "/p"), String);
  assert.equal(await line("cd /tmp && npm test"), "no known check ran after the changes; tests in /tmp passed");
  assert.equal(await line("cd ../q && npm test"), "no known check ran after the changes; tests in /q passed");
  assert.equal(await line("cd ~/q && npm test"), "no known check ran after the changes; tests in ~/q passed");
  assert.equal(await line("cd web && npm test"), "tests passed after the last change");
  assert.equal(await line("cd .. && npm test"), "tests passed after the last change");
});

test("a line that could not change to a folder proves nothing", async () => {
  const facts = (output: string) => ({ ...ran("cd web && npm test"), exitCode: 1, ...commandSigns(output) });
  assert.deepEqual(await checksIn(facts("bash: line 1: cd: web: No such file or directory")), [["cd web && npm test", "unknown"]]);
  assert.deepEqual(await checksIn(facts("1 failing")), [["cd web && npm test", "failed"]]);
  const passed = { ...ran("cd web; npm test"), ...commandSigns("bash: line 1: cd: web: No such file or directory") };
  assert.deepEqual(await checksIn(passed), [["cd web && npm test", "unknown"]]);
});

test("an error of the shell itself proves no failure, and hides no pass", async () => {
  const signs = commandSigns("bash: line 1: nvm: command not found\nok");
  assert.deepEqual(await checksIn({ ...ran("nvm use 24; npm test"), ...signs }), [["npm test", "passed"]]);
  assert.deepEqual(await checksIn({ ...ran("nvm use 24; npm test"), exitCode: 1, ...signs }), [["npm test", "unknown"]]);
  assert.deepEqual(commandSigns("./test.sh: line 3: x: command not found"), {});
});

test("a command without a beginning has changed since what other work changed after its start", async () => {
  const at = (time: number, ...by: readonly string[]) => ({ kind: "changed", paths: [`/p/${time}`], by, at: time, folder: "/p" }) as const;
  const command = { ...ran("npm test"), work: "w", startedAt: 5 };
  assert.deepEqual(await checksIn(at(4, "x"), at(5, "x"), at(6, "w"), command), [["npm test", "passed", "/p/5"]]);
  const more = { ...command, command: "npm test; echo x > b" };
  assert.deepEqual(await checksIn(at(5, "w"), more), [["npm test", "unknown", "/p/5"]]);
});

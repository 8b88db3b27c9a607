import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { COX, type CoxScene, jsonLines, openCox } from "./cox-scene.ts";

const userFile = (cox: CoxScene): string => join(cox.home, "settings.json");
const projectFile = (cox: CoxScene): string => join(cox.project, ".coxswain", "settings.json");

const rowOf = async (cox: CoxScene, key: string, args: readonly string[] = [], env = {}) => {
  const { stdout } = await cox.run(["config", "list", "--json", ...args], { env });
  const { value, sources } = jsonLines(stdout).find((row) => row["key"] === key) ?? assert.fail(`there is no ${key}`);
  return [value, sources];
};

test("config shows the source of each setting: default, file, project, environment, command line", async () => {
  await using cox = await openCox();
  await cox.set({ model: "anthropic/claude-opus-5", thinking: "low", allow: ["edit"], budget: { usd: 5, tokens: 100 } });
  await cox.write(".coxswain/settings.json", '{ "thinking": "high", "steerMode": "after-batch", "budget": { "usd": 1 }, "maxTurns": 9 }');
  const [own, project] = [userFile(cox), projectFile(cox)];
  assert.deepEqual(await rowOf(cox, "thinking"), ["low", [own]]);
  assert.match((await cox.run(["config"])).stderr, /ignored \.coxswain\/settings\.json: this project is not trusted/);

  await cox.run(["trust", "--yes"]);
  assert.deepEqual(await rowOf(cox, "thinking"), ["high", [project]]);
  assert.deepEqual(await rowOf(cox, "budget.usd"), [1, [project]]);
  assert.deepEqual(await rowOf(cox, "budget.tokens"), [100, [own]]);
  assert.deepEqual(await rowOf(cox, "compaction.auto"), ["auto", ["default"]]);
  assert.deepEqual(await rowOf(cox, "model", [], { COX_MODEL: "sonnet" }), ["sonnet", ["COX_MODEL"]]);
  assert.deepEqual(await rowOf(cox, "model", ["-m", "opus"], { COX_MODEL: "sonnet" }), ["opus", ["command line"]]);
  assert.deepEqual(await rowOf(cox, "maxTurns", ["--max-turns", "0"]), [0, ["command line"]]);
  assert.deepEqual(await rowOf(cox, "allow"), [["edit"], [own]]);
  assert.deepEqual(await rowOf(cox, "permissions.allow", ["--allow", "bash"]), [["bash"], ["command line"]]);
  await cox.set({ permissions: { deny: ["fetch"] } });
  assert.deepEqual(await rowOf(cox, "permissions.deny", ["--deny", "bash"]), [
    ["fetch", "bash"],
    [own, "command line"],
  ]);

  const { stdout } = await cox.run(["config"]);
  assert.match(stdout, new RegExp(`^thinking +high +${project}$`, "m"));
  assert.match(stdout, /^smallModel +- +default$/m);
});

test("config reports ignored parts of a file with the reason", async () => {
  await using cox = await openCox();
  await cox.set({ maxTurns: 5 });
  await cox.write(".coxswain/settings.json", '{ "maxTurns": 50, "allow": ["bash"], "modle": "x" }');
  await cox.run(["trust", "--yes"]);
  const { code, stderr } = await cox.run(["config"]);
  assert.equal(code, 0);
  const warnings = stderr.split("\n").map((line) => line.slice(line.indexOf('"')));
  assert.deepEqual(warnings, [
    '"allow" cannot be set by a project; set it in your user settings.',
    '"modle"; did you mean "model"?',
    '"maxTurns" was ignored: a project can only make it stricter.',
    "",
  ]);
});

test("get prints a string unquoted, other values as JSON, and all effective fields of an object", async () => {
  await using cox = await openCox();
  await cox.set({ model: "a/b", models: { "openai/gpt-5.5": { contextWindow: 5 } } });
  const get = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await cox.run(["config", "get", ...args]);
    return code === 0 ? stdout : [code, stderr];
  };
  assert.equal(await get("model"), "a/b\n");
  assert.equal(await get("model", "--json"), '"a/b"\n');
  assert.equal(await get("retry"), '{"tries":3,"baseSeconds":2,"capSeconds":60,"budgetSeconds":600}\n');
  assert.equal(await get("models.openai/gpt-5.5.contextWindow"), "5\n");
  assert.equal(await get("models"), '{"openai/gpt-5.5":{"contextWindow":5}}\n');
  assert.deepEqual(await get("smallModel"), [1, "cox: smallModel is not set and has no default\n"]);
  assert.deepEqual(await get("modle"), [1, 'cox: unknown setting "modle"; did you mean model?\n']);
  assert.deepEqual(await get(), [2, "cox: missing argument: KEY\n"]);
});

test("set writes JSON or a string to the user's file and changes nothing else in it", async () => {
  await using cox = await openCox();
  await writeFile(userFile(cox), '{\n  // mine\n  "titles": false,\n}\n');
  const set = (...args: readonly string[]) => cox.run(["config", "set", ...args]);
  assert.deepEqual((await set("budget.usd", "2.5")).code, 0);
  assert.deepEqual((await set("allow", '["edit", "bash"]')).code, 0);
  const { stderr } = await set("model", "5");
  assert.equal(stderr, `Set model in ${userFile(cox)}.\n`);
  const text = await readFile(userFile(cox), "utf8");
  assert.match(text, /^\{\n {2}\/\/ mine\n {2}"titles": false,\n/);
  assert.match(text, /"model": "5"/);
  assert.deepEqual((await cox.run(["config", "get", "budget.usd"])).stdout, "2.5\n");

  assert.equal((await cox.run(["config", "unset", "budget.usd"])).code, 0);
  const again = await cox.run(["config", "unset", "budget.usd"]);
  assert.deepEqual([again.code, again.stderr], [1, `cox: budget.usd is not set in ${userFile(cox)}.\n`]);
});

test("set rejects unknown names and bad values in one clear line each and changes nothing", async () => {
  await using cox = await openCox();
  const before = await readFile(userFile(cox), "utf8");
  const refused: readonly (readonly [string, string, string])[] = [
    ["modle", "x", 'unknown setting "modle"; did you mean model?'],
    ["maxTurns", "many", '"maxTurns" must be an integer of 0 or more, not a string.'],
    ["maxTurns", "1.5", '"maxTurns" must be an integer of 0 or more, not 1.5.'],
    ["thinking", "hihg", '"thinking" must be one of off, minimal, low, medium, high, xhigh, not "hihg".'],
    ["allow", "bash", '"allow" must be an array, not a string.'],
    ["retry", '{ "trie": 3 }', 'unknown setting "retry.trie"; did you mean "tries"?'],
  ];
  for (const [key, value, message] of refused) {
    const { code, stderr } = await cox.run(["config", "set", key, value]);
    assert.deepEqual([code, stderr], [1, `cox: ${message}\n`]);
  }
  assert.equal(await readFile(userFile(cox), "utf8"), before);
});

test("reports a file's unknown names and bad values on one line each and sends no request", async () => {
  await using cox = await openCox();
  await writeFile(userFile(cox), '{ "modle": "x", "maxTurns": "many", "thinking": "hihg" }');
  const { code, stdout, stderr } = await cox.run(["go"]);
  assert.deepEqual([code, stdout, cox.server.requests.length], [1, "", 0]);
  assert.deepEqual(stderr.split("\n"), [
    `cox: ${userFile(cox)}:1:29: "maxTurns" must be an integer of 0 or more, not a string.`,
    `cox: ${userFile(cox)}:1:49: "thinking" must be one of off, minimal, low, medium, high, xhigh, not "hihg".`,
    `cox: ${userFile(cox)}:1:3: unknown setting "modle"; did you mean "model"?`,
    "",
  ]);
});

test("set --project writes a trusted project's file, and only settings allowed in a project", async () => {
  await using cox = await openCox();
  const untrusted = await cox.run(["config", "set", "thinking", "high", "--project"]);
  assert.equal(untrusted.code, 1);
  assert.match(untrusted.stderr, /the project is not trusted\. Review and trust it with `cox trust`\.\n$/);
  await cox.run(["trust", "--yes"]);
  assert.equal((await cox.run(["config", "set", "thinking", "high", "--project"])).code, 0);
  assert.deepEqual(JSON.parse(await cox.read(".coxswain/settings.json")), { thinking: "high" });
  const never = await cox.run(["config", "set", "allow", "[]", "--project"]);
  assert.equal(never.stderr, 'cox: "allow" cannot be set by a project; set it in your user settings.\n');
  const over = await cox.run(["config", "set", "thinking", "low"]);
  assert.equal(over.stderr, `Set thinking in ${userFile(cox)}.\nThe value in ${projectFile(cox)} takes precedence here.\n`);
});

test("rejects --project where it has no effect", async () => {
  await using cox = await openCox();
  const { code, stderr } = await cox.run(["config", "get", "thinking", "--project"]);
  assert.deepEqual([code, stderr], [2, "cox: --project applies to set, unset, path, not to get\n"]);
});

test("path prints the file's path, and schema its JSON Schema", async () => {
  await using cox = await openCox();
  assert.equal((await cox.run(["config", "path"])).stdout, `${userFile(cox)}\n`);
  assert.equal((await cox.run(["config", "path", "--project"])).stdout, `${projectFile(cox)}\n`);
  const schema = JSON.parse((await cox.run(["config", "schema"])).stdout) as Readonly<Record<string, unknown>>;
  assert.equal(schema["title"], "Settings of Coxswain");
});

test("L24: config shows no key, anywhere in the settings", async () => {
  await using cox = await openCox();
  await cox.set({
    shellPrefix: "export TOKEN=ghp_0123456789abcdefghijABCDEFGHIJ012345;",
    providers: {
      shop: {
        baseURL: "https://ada:canary-1@shop.example/v1",
        headers: { Authorization: "Bearer canary-2-4711" },
        options: { api_key: "canary-3-4711" },
      },
    },
  });
  for (const args of [
    ["list"],
    ["list", "--json"],
    ["get", "providers"],
    ["get", "providers.shop.headers.Authorization"],
    ["get", "shellPrefix"],
  ]) {
    const { stdout, stderr } = await cox.run(["config", ...args]);
    assert.doesNotMatch(stdout + stderr, /canary-[123]-|canary-1|ghp_/, args.join(" "));
  }
});

const mayMount = spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"]).status === 0;

test(
  "reports once that a read-only file system prevents set, trust and saving",
  { skip: mayMount ? false : "needs the right to mount" },
  async () => {
    await using cox = await openCox();
    const home = join(cox.home, "a", "b");
    const run = (...args: readonly string[]): string => {
      const mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"';
      const command = ["--mount", "bash", "-c", mount, cox.home, process.execPath, ...COX, ...args];
      return spawnSync("unshare", command, { cwd: cox.project, env: { ...cox.env, COX_HOME: home }, encoding: "utf8" }).stderr;
    };
    const why = "cannot be written: EROFS: the file system is read-only; make it writable, or set COX_HOME.";
    assert.equal(run("config", "set", "model", "opus"), `cox: ${join(home, "settings.json")} ${why}\n`);
    const [because = "", advice, summary, end] = run("go").split("\n");
    assert.match(because, /^cox: cannot save the session; new entries are held in memory\. Cannot write .*: EROFS: /);
    assert.match(advice ?? "", /^cox: cannot save the session\. .*, or use --no-session\.$/);
    assert.match(summary ?? "", /, session not saved$/);
    assert.equal(end, "");
    assert.equal(run("trust", "--yes").split("\n").at(-2), `cox: ${join(home, "data", "trust.json")} ${why}`);
  },
);

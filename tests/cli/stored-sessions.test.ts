import assert from "node:assert/strict";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ACTIVE, type CoxScene, type Ended, jsonLines, openCox } from "./cox-scene.ts";

const YEAR = 365 * 24 * 3600;

/** Makes a session file look one year unused. */
const age = async (path: string): Promise<void> => {
  const then = Date.now() / 1000 - YEAR;
  await utimes(path, then, then);
};

const listed = async (cox: CoxScene, ...args: readonly string[]): Promise<readonly unknown[]> => {
  const { code, stdout, stderr } = await cox.run(["sessions", "list", "--json", ...args]);
  assert.equal(code, 0, stderr);
  return stdout === "" ? [] : jsonLines(stdout).map(({ title }) => title);
};

test("list filters by project, model, date and cost, and sorts", async () => {
  await using cox = await openCox(["one", "two", "three"]);
  const boat = join(cox.project, "boat");
  await mkdir(boat);
  await cox.run(["first"]);
  await cox.run(["second", "--cwd", boat, "-m", "anthropic/claude-opus-4-5"]);
  const [old = ""] = await cox.sessionFiles();
  await age(old.includes("boat") ? ((await cox.sessionFiles())[1] ?? "") : old);
  assert.deepEqual(await listed(cox), ["first"]);
  assert.deepEqual(await listed(cox, "--all"), ["second", "first"]);
  assert.deepEqual(await listed(cox, "--project", "boat"), ["second"]);
  assert.deepEqual(await listed(cox, "--project", "."), ["second", "first"]);
  assert.deepEqual(await listed(cox, "--all", "--model", "OPUS"), ["second"]);
  assert.deepEqual(await listed(cox, "--all", "--since", "7d"), ["second"]);
  assert.deepEqual(await listed(cox, "--all", "--until", "24h"), ["first"]);
  assert.deepEqual(await listed(cox, "--all", "--min-cost", "1000"), []);
  assert.deepEqual(await listed(cox, "--all", "--sort", "created", "--limit", "1"), ["second"]);
});

test("search shows the place, time and author of each match, and marks the match", async () => {
  await using cox = await openCox([{ text: "I look.", calls: [{ name: "read", input: { path: "notes.txt" } }] }, "The needle is there."]);
  await cox.write("notes.txt", "hay hay needle hay\n");
  await cox.run(["Where is it?"]);
  const [id] = jsonLines((await cox.run(["sessions", "--json"])).stdout).map((row) => String(row["id"]));
  const { code, stdout, stderr } = await cox.run(["search", "needl*", "--all"]);
  assert.equal(code, 0, stderr);
  const lines = stdout.trim().split("\n");
  assert.equal(lines.length, 2);
  for (const line of lines)
    assert.match(line, new RegExp(`^${id?.slice(-8)}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  (?:assistant|tool     )  .*«needle»`));
  const [hit] = jsonLines((await cox.run(["search", '"the needle"', "--json"])).stdout);
  assert.deepEqual([hit?.["session"], hit?.["by"], hit?.["snippet"]], [id, "assistant", ["", "The needle", " is there."]]);
  const none = await cox.run(["search", "haystack"]);
  assert.deepEqual([none.code, none.stdout], [0, ""]);
  assert.match(none.stderr, /^No matches in sessions in .*\. Use --all to search every folder\.\n$/);
});

test("T9: shows hidden characters of sessions as codes in lists and matches", async () => {
  await using cox = await openCox(["\u001b[2J\u202egone needle\u0007 «needle»\r\nnext"]);
  await cox.run(["\u001b]0;owned\u0007 title"]);
  for (const args of [["sessions"], ["search", "needle"], ["sessions", "--json"], ["search", "needle", "--json"]]) {
    const { code, stdout } = await cox.run(args);
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, ACTIVE);
    assert.equal(stdout.trimEnd().split("\n").length, 1);
  }
});

test("stats sums tokens and cost by day, model and project", async () => {
  await using cox = await openCox(["one", "two"].map((text) => ({ text, usage: { input: 1000 } })));
  await cox.run(["first"]);
  await cox.run(["second", "-m", "anthropic/claude-opus-4-5"]);
  const report = jsonLines((await cox.run(["stats", "--json"])).stdout)[0] as { by: string; lines: { responses: number }[]; total: object };
  assert.deepEqual([report.by, report.lines.length, report.lines[0]?.responses], ["day", 1, 2]);
  const byModel = await cox.run(["stats", "--by", "model", "--since", "24h"]);
  assert.match(byModel.stdout, /^model +responses +input +cache read +cache write +output +cost\n/);
  assert.match(byModel.stdout, /^anthropic\/claude-opus-4-5 +1 /m);
  assert.match(byModel.stdout, /^total +2 .*\$\S+\n$/m);
  assert.match((await cox.run(["stats", "--by", "project"])).stdout, new RegExp(`^${cox.project} +2 `, "m"));
});

test("L16: prune moves long unused sessions to the trash, and never one in use", async () => {
  const results: Ended[] = [];
  // Prune sessions while the second one waits for this answer.
  await using cox = await openCox(async (_, turn) => {
    if (turn === 1) {
      for (const path of await cox.sessionFiles()) await age(path);
      results.push(await cox.run(["sessions", "prune", "--older-than", "90d", "--dry-run"]));
      results.push(await cox.run(["sessions", "prune", "--older-than", "90d"]));
    }
    return "Done.";
  });
  await cox.run(["old one"]);
  const live = await cox.run(["live one"]);
  assert.deepEqual([live.code, live.stdout], [0, "Done.\n"]);
  const [dry, pruned] = results;
  assert.deepEqual([dry?.code, dry?.stderr], [0, "2 sessions would be moved to the trash.\n"]);
  assert.equal(dry?.stdout.split("\n").length, 3);
  assert.equal(pruned?.code, 0);
  assert.match(pruned.stdout, /^\S+ .*: old one\n$/);
  assert.match(pruned.stderr, /^Skipped \S+: in use\.\n1 session moved to the trash\. .*\n$/);
  assert.deepEqual(await listed(cox), ["live one"]);
});

test("trash lists and restores sessions, and deletes for good only with --yes", async () => {
  await using cox = await openCox(["one", "two"]);
  await cox.run(["first"]);
  await cox.run(["second"]);
  const rows = jsonLines((await cox.run(["sessions", "--json"])).stdout);
  for (const row of rows) await cox.run(["sessions", "delete", String(row["id"])]);
  assert.deepEqual(await listed(cox), []);
  assert.deepEqual(
    jsonLines((await cox.run(["sessions", "trash", "--json"])).stdout).map(({ title, name }) => [title, name]),
    rows.map(({ title, id }) => [title, id]).toReversed(),
  );

  const id = String(rows[0]?.["id"]);
  assert.match((await cox.run(["sessions", "trash"])).stdout, new RegExp(`^${id}  removed .*: second$`, "m"));
  assert.equal((await cox.run(["sessions", "trash", "restore", id])).stderr, `Restored ${id}.\n`);
  assert.deepEqual(await listed(cox), ["second"]);

  const refused = await cox.run(["sessions", "trash", "empty"]);
  assert.deepEqual([refused.code, refused.stderr], [2, "cox: this permanently deletes 1 session. Confirm with --yes\n"]);
  assert.equal((await cox.run(["sessions", "trash", "empty", "--older-than", "30d", "--yes"])).stderr, "Permanently deleted 0 sessions.\n");
  assert.equal((await cox.run(["sessions", "trash", "empty", "--yes"])).stderr, "Permanently deleted 1 session.\n");
  assert.equal((await cox.run(["sessions", "trash"])).stderr, "The trash is empty.\n");
  assert.deepEqual(await readdir(join(cox.home, "data", "sessions", "trash")), []);
  assert.deepEqual(await listed(cox), ["second"]);
});

test("prune reads the age from the user's settings, and requires one", async () => {
  await using cox = await openCox(["one"]);
  await cox.run(["first"]);
  const none = await cox.run(["sessions", "prune"]);
  assert.deepEqual([none.code, none.stderr], [2, "cox: no age given. Use --older-than 90d, or set retention.days in your settings\n"]);
  await writeFile(join(cox.home, "settings.json"), '{ "retention": { "days": 30 } }');
  const [path = ""] = await cox.sessionFiles();
  assert.match((await cox.run(["sessions", "prune"])).stderr, /^0 sessions moved/);
  await age(path);
  assert.match((await cox.run(["sessions", "prune"])).stderr, /^1 session moved/);
});

test("rejects invalid arguments with one line that lists the valid ones", async () => {
  await using cox = await openCox();
  const wrong: readonly (readonly [readonly string[], RegExp])[] = [
    [["sessions", "--since", "yesterday"], /--since must be a date such as 2026-11-21 or an age such as 7d or 24h, not yesterday$/],
    [["sessions", "--until", "2026-02-30"], /--until must be a date such as/],
    [["sessions", "--min-cost", "much"], /--min-cost must be an amount in USD such as 0\.50, not much$/],
    [["sessions", "--sort", "size"], /--sort must be one of updated, created, cost, messages, not size$/],
    [["sessions", "--all", "--project", "a"], /use only one of --all, --cwd and --project$/],
    [["sessions", "trash", "emtpy"], /unknown action of trash: emtpy; did you mean empty\?$/],
    [["sessions", "trash", "restore"], /missing argument: ID\. `cox sessions trash` lists the ids$/],
    [["search"], /no search words given. Try: cox search "failing test"$/],
    [["search", "=>"], /no search words given/],
    [["stats", "--by", "hour"], /--by must be one of day, model, project, not hour$/],
    [["stats", "model"], /unexpected argument: model$/],
  ];
  for (const [args, message] of wrong) {
    const { code, stdout, stderr } = await cox.run(args);
    assert.deepEqual([code, stdout], [2, ""], args.join(" "));
    assert.match(stderr.trimEnd(), message);
    assert.equal(stderr.split("\n").length, 2);
  }
  const missing = await cox.run(["sessions", "trash", "restore", "ffff"]);
  assert.deepEqual(
    [missing.code, missing.stderr],
    [1, "cox: no session in the trash starts with ffff. List them with: cox sessions trash\n"],
  );
});

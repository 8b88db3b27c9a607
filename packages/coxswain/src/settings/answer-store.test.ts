import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { answerStore } from "./answer-store.ts";
import { SettingsError } from "./errors.ts";

const opened = (t: TestContext) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "cox-answers-")));
  t.after(() => rmSync(root, { recursive: true }));
  const file = join(root, "data", "answers.jsonl");
  const warnings: string[] = [];
  const of = (folder: string, project?: string) =>
    answerStore(file).of(
      () => ({ folder, project }),
      (line) => warnings.push(line),
    );
  return { root, file, store: answerStore(file), of, warnings };
};

test("answers for a project apply there, and answers for always apply everywhere, also in another process's store", async (t) => {
  const { of } = opened(t);
  await of("/a", "boat").save("project", ["bash(npm test $)"]);
  await of("/a", "boat").save("always", ["fetch(example.org)"]);
  assert.deepEqual(of("/a", "boat").rules(), ["bash(npm test $)", "fetch(example.org)"]);
  assert.deepEqual(of("/b", "boat").rules(), ["fetch(example.org)"], "a copy of it elsewhere is another project");
  assert.deepEqual(of("/a", "ship").rules(), ["fetch(example.org)"], "as is another one in its place");
  assert.deepEqual(of("/a").rules(), ["fetch(example.org)"]);
});

test("an open store sees answers that are saved meanwhile", async (t) => {
  const { of } = opened(t);
  const one = of("/a");
  assert.deepEqual(one.rules(), []);
  await of("/a").save("project", ["say"]);
  assert.deepEqual(one.rules(), ["say"]);
});

test("only its owner can read the file, and an existing answer is not saved twice", async (t) => {
  const { file, of } = opened(t);
  for (let round = 0; round < 3; round++) await of("/a").save("always", ["say", "shout"]);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(readFileSync(file, "utf8").split("\n").length, 3);
});

test("a revoked answer no longer applies, until it is saved again", async (t) => {
  const { store, of } = opened(t);
  await of("/a").save("project", ["say"]);
  await of("/b").save("project", ["say"]);
  await of("/a").save("always", ["say"]);
  assert.deepEqual(
    store.forget(({ scope, folder }) => scope === "project" && folder === "/a"),
    [{ scope: "project", rule: "say", folder: "/a" }],
  );
  assert.deepEqual(store.all(), [
    { scope: "project", rule: "say", folder: "/b" },
    { scope: "always", rule: "say" },
  ]);
  assert.deepEqual(store.forget(() => true).length, 2);
  assert.deepEqual([of("/b").rules(), store.forget(() => true)], [[], []]);
  await of("/b").save("always", ["say"]);
  assert.deepEqual(of("/b").rules(), ["say"]);
});

test("a damaged file allows no action, is reported once in one line, and is not replaced", async (t) => {
  const { file, store, of, warnings } = opened(t);
  await of("/a").save("always", ["say"]);
  const whole = readFileSync(file, "utf8");
  const damages = [
    "{",
    "[]",
    "null",
    "x",
    '{"scope":"always"}',
    '{"scope":"ever","rule":"say"}',
    '{"scope":"project","rule":"say"}',
    '{"scope":"always","rule":"a;b"}',
  ];
  for (const damage of damages) {
    writeFileSync(file, `${whole}${damage}\n`);
    warnings.length = 0;
    const answers = of("/a");
    assert.deepEqual([answers.rules(), answers.rules()], [[], []], damage);
    assert.deepEqual(warnings, [`${file} is invalid at line 2. Fix that line, or delete the file and answer the questions again.`]);
    await assert.rejects(answers.save("always", ["shout"]), SettingsError);
    assert.throws(() => store.forget(() => true), SettingsError);
    assert.equal(readFileSync(file, "utf8"), `${whole}${damage}\n`);
  }
});

test("a file that others could have written, or a link, allows nothing", async (t) => {
  const { root, file, of, warnings } = opened(t);
  await of("/a").save("always", ["say"]);
  chmodSync(file, 0o666);
  assert.deepEqual(of("/a").rules(), []);
  await assert.rejects(of("/a").save("always", ["shout"]), SettingsError);
  chmodSync(file, 0o600);
  const link = join(root, "link");
  symlinkSync(file, link);
  assert.deepEqual(
    answerStore(link)
      .of(
        () => ({ folder: "/a" }),
        (line) => warnings.push(line),
      )
      .rules(),
    [],
  );
  await assert.rejects(
    answerStore(link)
      .of(
        () => ({ folder: "/a" }),
        () => {},
      )
      .save("always", ["shout"]),
    SettingsError,
  );
  assert.equal(warnings.length, 2);
});

test("without saved answers, the project is not resolved", (t) => {
  const { file } = opened(t);
  const answers = answerStore(file).of(
    () => assert.fail("looked for"),
    () => {},
  );
  assert.deepEqual(answers.rules(), []);
});

test("concurrent answers of several processes are all saved", async (t) => {
  const { file, store } = opened(t);
  const program = `
    import { answerStore } from ${JSON.stringify(new URL("answer-store.ts", import.meta.url).href)};
    const answers = answerStore(${JSON.stringify(file)}).of(() => ({ folder: "/a" }), (line) => { throw new Error(line); });
    for (let at = 0; at < 50; at++) await answers.save(at % 2 ? "project" : "always", [\`say_\${process.argv[1]}_\${at}\`]);`;
  const children = ["a", "b", "c"].map((name) =>
    spawn(process.execPath, ["--conditions=coxswain-source", "--input-type=module", "-e", program, name], {
      stdio: ["ignore", "inherit", "inherit"],
    }),
  );
  const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0] as unknown));
  assert.deepEqual(codes, [0, 0, 0]);
  assert.equal(new Set(store.all().map(({ rule }) => rule)).size, 150);
});

test("a last line without a line end remains a separate line", async (t) => {
  const { file, of } = opened(t);
  await of("/a").save("always", ["say"]);
  writeFileSync(file, readFileSync(file, "utf8").trimEnd());
  await of("/a").save("always", ["shout"]);
  assert.deepEqual(of("/a").rules(), ["say", "shout"]);
});

test("a truncated line is not joined with the next one", async (t) => {
  const { file, of, warnings } = opened(t);
  await of("/a").save("always", ["say"]);
  appendFileSync(file, '{"scope":"al');
  assert.deepEqual(of("/a").rules(), []);
  await assert.rejects(of("/a").save("always", ["shout"]), SettingsError);
  assert.equal(warnings.length, 1);
});

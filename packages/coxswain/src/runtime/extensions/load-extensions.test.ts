import assert from "node:assert/strict";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { openScene } from "../runtime.fixture.ts";
import { folderOf, functions, loadWith } from "./extensions.fixture.ts";

const command = (name: string, answer = name): string =>
  `export const extension = (cox: { registerCommand(command: object): void }): void =>
  cox.registerCommand({ name: "${name}", description: "Returns text.", run: (): string => "${answer}" });\n`;

test("S0-68: loads a folder's TypeScript and JavaScript files and folders with an index by name, and ignores the rest", async (t) => {
  const folder = folderOf(t, {
    "c.ts": command("c"),
    "a.js": 'export default (cox) => void cox.registerCommand({ name: "a", description: "A.", run: () => "a" });',
    "b/index.ts": `import { name } from "./name.ts";\n${command("b").replaceAll('"b"', "name")}`,
    "b/name.ts": 'export const name: string = "b";',
    "c.test.ts": "throw new Error();",
    "c.d.ts": "export {};",
    "notes.md": "none",
    "empty/notes.md": "none",
  });
  const { extensions, warnings } = await loadWith([{ folder, origin: "user" }]);
  assert.deepEqual(
    extensions.loaded.map(({ name, place, origin, provides }) => [name, place.slice(folder.length), origin, provides.join()]),
    [
      ["a", "/a.js", "user", "command a"],
      ["b", "/b/index.ts", "user", "command b"],
      ["c", "/c.ts", "user", "command c"],
    ],
  );
  assert.deepEqual(warnings, []);
  const { extensions: none } = await loadWith([{ folder: join(folder, "gone") }]);
  assert.deepEqual([none.loaded, none.skipped], [[], []]);
});

test("an extension is an ES module, whatever the project's package.json specifies", async (t) => {
  const folder = folderOf(t, {
    "package.json": '{ "type": "commonjs" }',
    "x/a.ts": command("a"),
    "x/b.js": "export const extension = () => {};",
  });
  const { extensions, warnings } = await loadWith([{ folder: join(folder, "x") }]);
  assert.deepEqual([extensions.loaded.length, warnings], [2, []]);
});

test("S0-70: resolves a package as an import in the user's folder would; reports that a TypeScript package must be JavaScript", async (t) => {
  const folder = folderOf(t, {
    "node_modules/good/package.json": '{ "name": "good", "type": "module", "exports": { "import": "./main.js" } }',
    "node_modules/good/main.js": "export const extension = (cox) => void cox.log(cox.name);",
    "node_modules/@scope/typed/package.json": '{ "name": "@scope/typed", "exports": "./main.ts" }',
    "node_modules/@scope/typed/main.ts": command("typed"),
  });
  const lines: string[] = [];
  const packages = ["good", "@scope/typed", "missing"].map((name) => ({ package: name, from: folder }));
  const { extensions, warnings } = await loadWith(packages, { log: (line) => void lines.push(line) });
  assert.deepEqual(lines, ["The extension good: good"]);
  assert.deepEqual(
    extensions.skipped.map(({ name, reason }) => [name, reason]),
    [
      ["@scope/typed", "it is TypeScript, and Node strips no types below node_modules: a package has to ship JavaScript"],
      ["missing", `it is not installed: run npm install --prefix ${folder} missing`],
    ],
  );
  assert.equal(warnings.length, 2);
});

test("accepts only npm package names: neither a URL nor a path out of a package reaches another file", async (t) => {
  const folder = folderOf(t, {
    "own.js": "export const extension = () => {};",
    "node_modules/good/package.json": '{ "name": "good", "type": "module" }',
    "node_modules/good/main.js": "export const extension = () => {};",
  });
  const names = [
    pathToFileURL(join(folder, "own.js")).href,
    "good/../../own.js",
    "good/%2e%2e/%2e%2e/own.js",
    "good/main.js",
    "..",
    "#own",
    "node:fs",
  ];
  const { extensions } = await loadWith(names.map((name) => ({ package: name, from: folder })));
  assert.deepEqual(
    extensions.skipped.map(({ name, reason }) => [name, reason]),
    names.map((name) => [name, "no package has such a name; a path begins with ./, / or ~/"]),
  );
  assert.deepEqual(extensions.loaded, []);
});

test("reports each failure in one line, and loads the others", async (t) => {
  const folder = folderOf(t, {
    "broken.ts": "export const extension = (: = 1;\n",
    "enum.ts": "enum Colour { Red }\nexport const extension = () => {};\n",
    "fine.ts": command("fine"),
    "importing.ts": 'import "./nowhere.ts";\nexport const extension = () => {};\n',
    "nothing.ts": "export const other = 1;\n",
    "throwing.ts": 'throw new Error("at\\nthe top");\n',
    "word.ts": 'export const extension = () => { throw "a word"; };\n',
  });
  const { extensions, warnings } = await loadWith([{ folder }]);
  assert.deepEqual(
    extensions.loaded.map(({ name }) => name),
    ["fine"],
  );
  assert.deepEqual(
    extensions.skipped.map(({ name }) => name),
    ["broken", "enum", "importing", "nothing", "throwing", "word"],
  );
  const [broken, enumeration, importing, nothing, throwing, word] = extensions.skipped.map(({ reason }) => reason.replaceAll(folder, ""));
  assert.match(broken ?? "", /^SyntaxError: .*\(\/broken\.ts:1\)$/);
  assert.match(enumeration ?? "", /enum is not supported in strip-only mode \(\/enum\.ts:1\)$/);
  assert.match(importing ?? "", /^Cannot find module '\/nowhere\.ts'/);
  assert.equal(nothing, 'it exports no function "extension"');
  assert.equal(throwing, "at the top");
  assert.equal(word, "it threw a word");
  for (const [at, { name, place, reason }] of extensions.skipped.entries()) {
    assert.equal(warnings[at], `The extension ${name} (${place}) is skipped: ${reason}.`);
    assert.ok(!warnings[at]?.includes("\n"));
  }
});

test("removes all registrations of an extension that failed, and rejects further ones", async () => {
  let again = (): unknown => undefined;
  const { extensions } = await loadWith(
    functions({
      half(cox) {
        const one = { name: "half", description: "Half.", run: () => "half" };
        cox.registerCommand(one);
        cox.registerTemplate({ name: "half", description: "Half.", body: "half" });
        again = () => cox.registerCommand(one);
        throw new Error("no more");
      },
    }),
  );
  assert.deepEqual([extensions.loaded, extensions.commands], [[], []]);
  assert.throws(again, { code: "extension", message: "The extension half is no longer loaded." });
});

test("an extension that never settles times out, and is disposed of if it completes later", async () => {
  const { promise, resolve } = Promise.withResolvers<() => void>();
  const ended = Promise.withResolvers<void>();
  const clock = { sleep: async () => {} };
  const { extensions } = await loadWith(functions({ slow: () => promise, quick: () => {} }), { clock, patience: 5_000 });
  assert.deepEqual(
    extensions.skipped.map(({ name, reason }) => [name, reason]),
    [["slow", "it was not done within 5 seconds"]],
  );
  resolve(() => ended.resolve());
  await ended.promise;
});

test("the first of two extensions of the same name takes precedence; the same file is loaded once", async (t) => {
  const folder = folderOf(t, { "one/a.ts": command("a", "one"), "two/a.ts": command("a", "two") });
  symlinkSync(join(folder, "one"), join(folder, "link"));
  const { extensions } = await loadWith(["one", "link", "two"].map((name) => ({ folder: join(folder, name) })));
  assert.equal(extensions.loaded.length, 1);
  assert.deepEqual(
    extensions.skipped.map(({ place, reason }) => [place, reason]),
    [[join(folder, "two", "a.ts"), `${join(folder, "one", "a.ts")} has the same name and comes before it`]],
  );
});

test("no link leads out of the required folder of a project's extensions", async (t) => {
  const outside = folderOf(t, { "own.ts": command("own") });
  const folder = folderOf(t, { "x/a.ts": command("a") });
  symlinkSync(join(outside, "own.ts"), join(folder, "x", "b.ts"));
  const { extensions } = await loadWith([{ folder: join(folder, "x"), within: folder }]);
  assert.deepEqual(
    [extensions.loaded.map(({ name }) => name), extensions.skipped.map(({ reason }) => reason)],
    [["a"], ["it is outside the project"]],
  );
});

test("rejects a command of another extension or of the program, and an invalid name", async () => {
  const named = (name: string) => ({ name, description: "Returns text.", run: () => name });
  const { extensions } = await loadWith(
    functions({
      first: (cox) => void cox.registerCommand(named("deploy")),
      second: (cox) => void cox.registerCommand(named("deploy")),
      own: (cox) => void cox.registerCommand(named("compact")),
      odd: (cox) => void cox.registerCommand(named("De ploy")),
      empty: (cox) => void cox.registerCommand({ ...named("empty"), description: " " }),
    }),
    { reserved: ["compact"] },
  );
  assert.deepEqual(
    extensions.skipped.map(({ reason }) => reason),
    [
      "There is a command deploy already, of the extension first",
      "The command /compact is the program's own",
      '"De ploy" is not a valid name for a command',
      "The command empty has no description",
    ],
  );
});

test("S0-68: reloading an extension reads its current file, and the current imports from its folder", async (t) => {
  const folder = folderOf(t, {
    "a/index.ts":
      'import { answer } from "./answer.ts";\nexport const extension = (cox) => void cox.registerCommand({ name: "a", description: "A.", run: () => answer });',
    "a/answer.ts": 'export const answer: string = "before";',
    "broken.ts": "throw new Error();",
  });
  const { extensions } = await loadWith([{ folder }]);
  await using scene = await openScene({ extensions });
  const answer = async () => (await extensions.run(scene.session, "/a"))?.answer;
  assert.equal(await answer(), "before");
  writeFileSync(join(folder, "a", "answer.ts"), 'export const answer: string = "after";');
  writeFileSync(join(folder, "broken.ts"), command("mended"));
  assert.equal(await extensions.reload("a"), true);
  assert.equal(await answer(), "after");
  await extensions.reload();
  assert.deepEqual([extensions.loaded.map(({ name }) => name), extensions.skipped], [["a", "broken"], []]);
  assert.equal(await extensions.reload("nobody"), false);
});

test("calls the disposer once when an extension is unloaded, whatever it does", async () => {
  const ended: string[] = [];
  const { extensions, warnings } = await loadWith(
    functions({
      one: () => () => void ended.push("one"),
      two: async () => async () => {
        ended.push("two");
        throw new Error("not so");
      },
    }),
  );
  await extensions.close();
  await extensions.close();
  assert.deepEqual(ended, ["two", "one"]);
  assert.deepEqual(warnings, ["The extension two: it did not end as it should: not so"]);
});

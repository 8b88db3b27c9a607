import assert from "node:assert/strict";
import { homedir } from "node:os";
import { sep } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { variables } from "./variables.ts";

const expanded = (text: string, env: Readonly<Record<string, string>> = {}) => {
  const { expand, missing, foreign } = variables(env, "/home/me/project");
  return { text: expand(text), missing: [...missing], foreign: [...foreign] };
};

test("expands variables of the environment, also several in one value", () => {
  assert.deepEqual(expanded("${A}/x/${env:B}", { A: "one", B: "two" }), { text: "one/x/two", missing: [], foreign: [] });
});

test("uses a default for a variable that is not set or is empty", () => {
  assert.equal(expanded("${A:-none}").text, "none");
  assert.equal(expanded("${A:-none}", { A: "" }).text, "none");
  assert.equal(expanded("${A:-https://example.org:1/x}", { A: "set" }).text, "set");
  assert.deepEqual(expanded("x${A:-}y"), { text: "xy", missing: [], foreign: [] });
});

test("collects the names of variables that are not set", () => {
  assert.deepEqual(expanded("${A}${B}${A}", { B: "" }), { text: "", missing: ["A"], foreign: [] });
});

test("a name that every object has is not a variable", () => {
  assert.deepEqual(expanded("${constructor}${toString}").missing, ["constructor", "toString"]);
});

test("expands the folders that editors write", () => {
  const { text } = expanded("${workspaceFolder}|${workspaceFolderBasename}|${userHome}|${pathSeparator}|${/}");
  assert.equal(text, `/home/me/project|project|${homedir()}|${sep}|${sep}`);
});

test("collects what only an editor can resolve", () => {
  assert.deepEqual(expanded("${input:api-key} ${command:x.y}").foreign, ["${input:api-key}", "${command:x.y}"]);
});

test("leaves other text as it is", () => {
  for (const text of ["$A", "$$", "${", "${}", "${#A}", "${A-B}", "a}b", "${A B}"]) assert.deepEqual(expanded(text, { A: "1" }).text, text);
});

test("never expands the value of a variable again", () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      assert.equal(expanded("<${A}>", { A: `\${B}${value}`, B: "secret" }).text, `<\${B}${value}>`);
    }),
  );
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as index from "coxswain";
import * as extensions from "coxswain/extensions";
import * as facades from "coxswain/facades";
import * as hooks from "coxswain/hooks";
import * as mcp from "coxswain/mcp";
import * as policy from "coxswain/policy";
import * as providers from "coxswain/providers";
import * as session from "coxswain/session";
import * as settings from "coxswain/settings";
import * as store from "coxswain/store";
import * as tools from "coxswain/tools";
import * as transfer from "coxswain/transfer";

const coxswain = {
  ...index,
  ...extensions,
  ...facades,
  ...hooks,
  ...mcp,
  ...policy,
  ...providers,
  ...session,
  ...settings,
  ...store,
  ...tools,
  ...transfer,
};

const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "errors.md"), "utf8");
const documented = [...page.matchAll(/^\| `(\w+Error)`\s*\| (.+?)\s*\|/gm)].map(([, name, code]) => ({
  name: name ?? "",
  code: code ?? "",
}));

const exported = Object.entries(coxswain)
  .filter(([, value]) => typeof value === "function" && value.prototype instanceof Error)
  .map(([name]) => name);

test("the page lists exactly the error classes that the library exports", () => {
  assert.deepEqual(documented.map(({ name }) => name).toSorted(), exported.toSorted());
});

const instances: readonly Error[] = [
  new coxswain.ClosedError(),
  new coxswain.EmptyPromptError(),
  new coxswain.EntryNotFoundError("x"),
  new coxswain.LogClosedError(),
  new coxswain.LogFormatError("x"),
  new coxswain.LogWriteError("x"),
  new coxswain.MissingApiKeyError("x", "y"),
  new coxswain.NoRecentSessionError("/x"),
  new coxswain.SessionBusyError(),
  new coxswain.SessionInUseError("x"),
  new coxswain.SessionNotFoundError("x"),
  new coxswain.ToolError("x"),
  new coxswain.UnknownModelError("x", "y"),
];

for (const error of instances) {
  test(`${error.name} has a message and the code on the page`, () => {
    const row = documented.find(({ name }) => name === error.name);
    assert.equal(row?.code, `\`${(error as Error & { code: string }).code}\``);
    assert.ok(error.message.length > 0);
  });
}

test("the page lists exactly the classes of ModelError", () => {
  const classes = [...(page.split("## Classes of ModelError")[1] ?? "").matchAll(/^\| `(\w+)`/gm)].map(([, code = ""]) => code);
  assert.deepEqual(classes.toSorted(), ["aborted", "auth", "invalid", "overflow", "quota", "refused", "transient"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { answerServer } from "./server-requests.ts";

const command = {
  program: "/bin/true",
  args: [],
  env: {},
  initializationOptions: {},
  settings: { python: { pythonPath: "/a" } },
  tsserver: false,
};

const answer = (method: string, params: unknown, registered: (method: string) => void = () => assert.fail()) =>
  answerServer(method, params, { root: "/root of it", command, registered });

const ROWS: readonly (readonly [method: string, params: unknown, result: unknown])[] = [
  ["workspace/configuration", { items: [{ section: "python" }, { section: "other" }, {}] }, [{ pythonPath: "/a" }, null, null]],
  ["workspace/configuration", null, []],
  ["workspace/workspaceFolders", undefined, [{ uri: "file:///root%20of%20it", name: "workspace" }]],
  ["workspace/applyEdit", { edit: { changes: {} } }, { applied: false }],
  ["window/showMessageRequest", { type: 1, message: "Install it?", actions: [{ title: "Yes" }] }, null],
  ["window/showDocument", { uri: "https://example.com" }, { success: false }],
  ["window/workDoneProgress/create", { token: 1 }, null],
  ["workspace/diagnostic/refresh", undefined, null],
  ["client/unregisterCapability", { unregisterations: [] }, null],
];
for (const [method, params, result] of ROWS)
  test(`a server's request ${method} with ${JSON.stringify(params)} is answered`, () => {
    assert.deepEqual(answer(method, params), { result });
  });

test("an unknown request of a server has no answer", () => {
  assert.equal(answer("workspace/executeProgram", {}), undefined);
});

test("a server's registrations are reported", () => {
  const methods: string[] = [];
  const registrations = [
    { id: "1", method: "textDocument/diagnostic" },
    { id: "2", method: "workspace/didChangeWatchedFiles" },
  ];
  assert.deepEqual(
    answer("client/registerCapability", { registrations }, (method) => void methods.push(method)),
    { result: null },
  );
  assert.deepEqual(methods, ["textDocument/diagnostic", "workspace/didChangeWatchedFiles"]);
});

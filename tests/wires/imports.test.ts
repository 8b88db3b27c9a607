import assert from "node:assert/strict";
import { test } from "node:test";
import { createRuntime, memoryStore, allowAll, providerModels } from "coxswain";
import { nodeWorkspace } from "coxswain/tools";
import { importSession, storeImport } from "coxswain/transfer";
import { loopbackProvider } from "coxswain/testing";
import { CLAUDE, claudeAnswer, claudeUser } from "../../packages/coxswain/src/transfer/foreign/claude.fixture.ts";
import { CODEX } from "../../packages/coxswain/src/transfer/foreign/codex.fixture.ts";
import { PI } from "../../packages/coxswain/src/transfer/foreign/pi.fixture.ts";
import { WIRE_NAMES, WIRES } from "./wire-scene.ts";

/** Calls without results, results without calls, and an unfinished turn. */
const BROKEN = [
  claudeUser("u1", null, 1, [{ type: "tool_result", tool_use_id: "never", content: "?" }]),
  claudeAnswer("a1", "u1", 2, "m1", { type: "thinking", thinking: "hm", signature: "c2ln" }),
  claudeAnswer("a2", "a1", 3, "m1", { type: "tool_use", id: "a bad id!", name: "Read", input: { path: "a" } }),
  claudeUser("u2", "a2", 4, "And?"),
  claudeAnswer("a3", "u2", 5, "m2", { type: "tool_use", id: "a bad id!", name: "Read", input: {} }),
];

const FILES = { claude: CLAUDE, codex: CODEX, pi: PI, broken: BROKEN };

for (const wire of WIRE_NAMES) {
  for (const [name, file] of Object.entries(FILES)) {
    test(`L20 over ${wire}: an imported session (${name}) continues, and the provider accepts its history`, async () => {
      const server = await loopbackProvider(["Here I am."]);
      const { model, base, key } = WIRES[wire];
      const custom = { [model.split("/")[0] ?? ""]: { baseURL: server.url + base } };
      const models = providerModels({ env: { [key]: "sk-test-123456" }, custom });
      const store = memoryStore();
      const read = async function* () {
        for (const record of file) yield JSON.stringify(record);
      };
      const imported = await importSession(read, { cwd: "/", now: 0 });
      await storeImport(store, imported);
      const runtime = createRuntime({ store, models, policy: allowAll(), workspace: () => nodeWorkspace({ root: "/" }) });
      try {
        const session = await runtime.open(imported.header.id);
        await session.set({ model });
        const outcome = await session.prompt("Continue.").outcome;
        assert.equal(outcome.kind, "done", JSON.stringify(outcome));
        assert.equal(server.requests.length, 1);
        if (name !== "broken") assert.match(JSON.stringify(server.requests[0]?.body), /Fix (the test|it)\./);
      } finally {
        await runtime.close();
        await server.close();
      }
    });
  }
}

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Agent } from "./agent.ts";
import { type AgentServer, agentServer } from "./agent-server.ts";

const agent = (wire: Agent["wire"]): Agent => ({
  name: "test",
  wire,
  call: (number) => ({ name: "shell", input: { command: `true ${number}` } }),
  environment: () => ({}),
  version: () => ["true"],
  start: () => ["true"],
  resume: () => ["true"],
  lengthen: async () => {},
});

const ask = async ({ url }: AgentServer, tools: readonly object[] = [{ name: "shell" }]): Promise<string> =>
  (await fetch(url, { method: "POST", body: JSON.stringify({ tools, messages: [] }) })).text();

for (const wire of ["anthropic", "responses"] as const) {
  test(`answers with as many calls as asked, then with words, on the wire ${wire}`, async () => {
    await using server = await agentServer();
    server.play(agent(wire), 2, ["One ", "two."]);
    const answers = [await ask(server), await ask(server), await ask(server)];
    assert.deepEqual(
      answers.map((answer) => answer.includes('"shell"')),
      [true, true, false],
    );
    assert.match(answers[2] ?? "", /"One "[^]*"two\."/);
    assert.equal(server.exchanges.length, 3);
  });
}

test("does not count requests without tools, and answers them with a word", async () => {
  await using server = await agentServer();
  server.play(agent("anthropic"), 1);
  assert.match(await ask(server, []), /Done/);
  assert.equal(server.exchanges.length, 0);
  assert.match(await ask(server), /tool_use/);
});

test("never repeats an identifier", async () => {
  await using server = await agentServer();
  const identifiers: (string | undefined)[] = [];
  for (let round = 0; round < 2; round++) {
    server.play(agent("anthropic"), 1);
    identifiers.push(/"toolu_\d+"/.exec(await ask(server))?.[0]);
  }
  assert.notEqual(identifiers[0], undefined);
  assert.notEqual(identifiers[0], identifiers[1]);
});

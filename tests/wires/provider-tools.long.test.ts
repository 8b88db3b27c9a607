import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore } from "coxswain";
import { TOOL_PROVIDERS, toolScene } from "./provider-tools.fixture.ts";

for (const [name, provider] of Object.entries(TOOL_PROVIDERS)) {
  const setup = {
    model: provider.model,
    cwd: "/",
    thinking: "low",
    providerOptions: { [provider.model.split("/")[0] ?? ""]: provider.options },
  } as const;
  const contentIn = (body: Readonly<Record<string, unknown>> | undefined) => {
    const expected = new Set(provider.content.map((item) => JSON.stringify(item)));
    return provider.sent(body ?? {}).filter((item) => expected.has(JSON.stringify(item)));
  };

  test(`${name}: a response in chunks of any size goes back byte for byte`, async () => {
    for (let chunk = 1; chunk <= 64; chunk += 1) {
      const { runtime, bodies } = toolScene(memoryStore(), [provider.used, provider.plain("Yes.")], { chunk });
      await using _ = runtime;
      const session = await runtime.create(setup);
      for (const text of ["When?", "Sure?"]) assert.equal((await session.prompt(text).outcome).kind, "done");
      assert.deepEqual(contentIn(bodies[1]), provider.content, `chunks of ${chunk} bytes`);
    }
  });

  test(`${name}: truncated after any event, the response is requested again, and the next request is whole`, async () => {
    for (let cut = 0; cut < provider.used.length; cut += 1) {
      const answers = [provider.used.slice(0, cut), provider.used, provider.plain("Yes.")];
      const { runtime, bodies } = toolScene(memoryStore(), answers);
      await using _ = runtime;
      const session = await runtime.create({ ...setup, retry: { baseMs: 1 } });
      for (const text of ["When?", "Sure?"]) assert.equal((await session.prompt(text).outcome).kind, "done");
      assert.deepEqual(contentIn(bodies[2]), provider.content, `cut after ${cut} events`);
      assert.deepEqual(contentIn(bodies[1]), []);
    }
  });

  test(`${name}: a fork at any entry has the content whole or not at all`, async () => {
    const rounds = [provider.plain("Hi."), provider.used, provider.plain("Yes.")];
    const { runtime, bodies } = toolScene(memoryStore(), [...rounds, ...Array.from({ length: 100 }, () => provider.plain("Again."))]);
    await using _ = runtime;
    const session = await runtime.create(setup);
    for (const text of ["Hello", "When?", "Sure?"]) await session.prompt(text).outcome;
    let whole = 0;
    for (const { id } of session.entries) {
      const fork = await session.fork(id);
      assert.equal((await fork.prompt("And now?").outcome).kind, "done");
      const sent = contentIn(bodies.at(-1));
      if (sent.length > 0) assert.deepEqual(sent, provider.content, `fork at ${id}`);
      whole += sent.length > 0 ? 1 : 0;
      await fork.close();
    }
    assert.ok(whole > 0 && whole < session.entries.length);
  });
}

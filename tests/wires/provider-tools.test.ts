import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type Event, jsonlStore, memoryStore, type Session } from "coxswain";
import { type ProviderPart } from "coxswain/providers";
import { history } from "coxswain/session";
import { TOOL_PROVIDERS, type ToolProvider, toolScene } from "./provider-tools.fixture.ts";

const setupOf = ({ model, options }: ToolProvider) =>
  ({ model, cwd: "/", thinking: "low", compaction: { auto: "auto" }, providerOptions: { [model.split("/")[0] ?? ""]: options } }) as const;

const partsIn = (session: Session): readonly ProviderPart[] =>
  history(session).flatMap(({ message }) =>
    message.role === "assistant" ? message.content.filter((part) => part.type === "provider") : [],
  );

const subset = (sent: readonly unknown[], content: readonly object[]) =>
  sent.filter((one) => content.some((item) => JSON.stringify(item) === JSON.stringify(one)));

for (const [name, provider] of Object.entries(TOOL_PROVIDERS)) {
  test(`${name}: is requested beside the runtime's tools, shown as events, and stored without a call for the runtime`, async () => {
    const { runtime, bodies } = toolScene(memoryStore(), [provider.used]);
    await using _ = runtime;
    const session = await runtime.create(setupOf(provider));
    const run = session.prompt("When was he born?");
    const events: Event[] = [];
    for await (const event of run) events.push(event);
    assert.equal((await run.outcome).kind, "done");
    assert.equal(await run.text(), provider.model.startsWith("google/") ? "Let me see.Born in 1916." : "Born in 1916.");
    const tools = bodies[0]?.["tools"] as readonly object[];
    assert.deepEqual(tools.slice(-1), provider.options["tools"]);
    assert.match(JSON.stringify(tools[0]), /"say"/);
    const shown = events.flatMap((event) => (event.type === "provider_part" ? [event.part] : []));
    assert.deepEqual(shown, partsIn(session));
    assert.ok(shown.some(({ input }) => input !== undefined));
    assert.ok(!events.some(({ type }) => type === "tool_call" || type === "tool_start" || type === "tool_end"));
  });

  test(`${name}: goes back byte for byte in later runs, after reopening, and to no other provider`, async () => {
    const folder = mkdtempSync(join(tmpdir(), "provider-tools-"));
    try {
      const others = Object.values(TOOL_PROVIDERS).filter((other) => other !== provider);
      const answers = [provider.used, provider.plain("Yes."), provider.plain("Again."), ...others.map((other) => other.plain("Hm."))];
      const first = toolScene(jsonlStore({ directory: folder }), answers.slice(0, 2));
      const created = await first.runtime.create(setupOf(provider));
      for (const text of ["When?", "Sure?"]) assert.equal((await created.prompt(text).outcome).kind, "done");
      assert.deepEqual(subset(provider.sent(first.bodies[1] ?? {}), provider.content), provider.content);
      await first.runtime.close();

      const later = toolScene(jsonlStore({ directory: folder }), answers.slice(2));
      await using _ = later.runtime;
      const session = await later.runtime.open(created.id);
      assert.equal((await session.prompt("And now?").outcome).kind, "done");
      assert.deepEqual(subset(provider.sent(later.bodies[0] ?? {}), provider.content), provider.content);
      for (const [at, other] of others.entries()) {
        await session.set({ model: other.model });
        assert.equal((await session.prompt("And you?").outcome).kind, "done");
        const body = JSON.stringify(later.bodies[at + 1]);
        for (const item of provider.content) assert.ok(!body.includes(JSON.stringify(item)));
        assert.doesNotMatch(body, /server_tool_use|web_search_call|executableCode|srvtoolu_1|ws_1/);
        assert.match(body, /Born in 1916/);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test(`P20: ${name}: the sum of its passes is neither an overflow nor the size of the context`, async () => {
    const { runtime, bodies } = toolScene(memoryStore(), [provider.plain("Hi."), provider.used, provider.plain("Yes.")]);
    await using _ = runtime;
    const session = await runtime.create(setupOf(provider));
    const events: Event[] = [];
    for (const text of ["Hello", "When?", "Sure?"]) {
      const run = session.prompt(text);
      for await (const event of run) events.push(event);
      assert.equal((await run.outcome).kind, "done");
      assert.ok(session.state.usage.window.input < 5_000);
    }
    assert.equal(bodies.length, 3);
    assert.ok(!events.some(({ type }) => type.startsWith("compaction_")));
    for (const event of events)
      if (event.type === "context_usage") assert.ok(event.used > 10 && event.used < 5_000, `${event.used} tokens`);
    assert.ok(session.state.usage.total.input > 900_000);
  });

  test(`P26: ${name}: content that the provider refuses later is omitted, and the session continues`, async () => {
    const refuse = (body: Readonly<Record<string, unknown>>) =>
      subset(provider.sent(body), provider.content).length > 0 ? "messages.1.content.1: invalid content of a tool_result" : undefined;
    const plain = Array.from({ length: 20 }, () => provider.plain("Yes."));
    const { runtime, bodies } = toolScene(memoryStore(), [provider.used, ...plain], { refuse });
    await using _ = runtime;
    const session = await runtime.create(setupOf(provider));
    for (const text of ["When?", "Sure?"]) assert.equal((await session.prompt(text).outcome).kind, "done");
    assert.match(JSON.stringify(bodies.at(-1)), /Born in 1916/);
    assert.equal(session.state.repairs.length, 1);
  });

  test(`${name}: a compaction of the session leaves a valid history`, async () => {
    const summary = "# Goal\nDates. [messages 1-2]";
    const answers = [provider.used, provider.plain("Yes."), provider.plain(summary), provider.plain("Still."), provider.plain("Done.")];
    const { runtime, bodies } = toolScene(memoryStore(), answers);
    await using _ = runtime;
    const session = await runtime.create({ ...setupOf(provider), smallModel: provider.model });
    for (const text of ["When?", "Sure?"]) await session.prompt(text).outcome;
    await session.compact();
    const request = JSON.stringify(bodies[2]);
    assert.match(request, /Claude Shannon|print\(4\)/, "the summary covers what the tool did");
    assert.equal((await session.prompt("And now?").outcome).kind, "done");
    const last = JSON.stringify(bodies.at(-1));
    assert.match(last, /# Goal/);
    const remaining = subset(provider.sent(bodies.at(-1) ?? {}), provider.content);
    assert.ok(remaining.length === 0 || remaining.length === provider.content.length);
  });
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { LogWriteError, memoryStore } from "../log/index.ts";
import type { Ask } from "../policy/index.ts";
import { collect, messagesOf, openScene, callSay, sayTool, transcript, typesIn, typesOf } from "../runtime/runtime.fixture.ts";
import { faultyStore } from "../testing/index.ts";
import { textResult, type Tool, type ToolContext } from "./tool.ts";

const asksFirst = { needs: () => [{ tool: "say", effect: "write" as const, subject: "/tmp/x" }] };
const answers =
  (answer: Awaited<ReturnType<Ask>>): Ask =>
  async () =>
    answer;

test("S0-21: the model learns that a tool is unknown and which tools exist, and nothing starts", async () => {
  await using scene = await openScene({ script: [{ calls: [{ name: "what", input: {} }] }, "ok"], tools: [sayTool()] });
  const types = typesOf(await collect(scene.session.prompt("go")));
  assert.match(transcript(scene.session)[2] ?? "", /^tool: !unknown_tool There is no tool "what". Available tools: say\.$/);
  assert.ok(types.includes("tool_call") && types.includes("tool_end") && !types.includes("tool_start"));
});

test("S0-21, P15: arguments of a wrong type never reach the tool, and the model learns which and why", async () => {
  const never = sayTool({ run: () => assert.fail("it must not run") });
  await using scene = await openScene({ script: [{ calls: [{ name: "say", input: { text: 7 } }] }, "ok"], tools: [never] });
  await scene.session.prompt("go").outcome;
  assert.match(transcript(scene.session)[2] ?? "", /^tool: !invalid_input .*not valid:\n- text: .*string/s);
});

test("P14: arguments that are not JSON never reach the tool", async () => {
  const never = sayTool({ run: () => assert.fail("it must not run") });
  await using scene = await openScene({ script: [{ calls: [{ name: "say", input: "words" }] }, "ok"], tools: [never] });
  await scene.session.prompt("go").outcome;
  assert.match(transcript(scene.session)[2] ?? "", /^tool: !invalid_input .*not valid JSON/);
});

test("S1-08, S1-44, S1-45: results carry the call's id, its name, its text and whether it is an error", async () => {
  const say = sayTool({ run: async ({ text }) => ({ content: [{ type: "text", text }], isError: text === "bad" }) });
  await using scene = await openScene({ script: [callSay("good", "bad"), "ok"], tools: [say] });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(
    messagesOf(scene.session).filter(({ role }) => role === "tool"),
    [
      { role: "tool", callId: "call_1", name: "say", content: [{ type: "text", text: "good" }], isError: false },
      { role: "tool", callId: "call_2", name: "say", content: [{ type: "text", text: "bad" }], isError: true },
    ],
  );
});

test("a call without output has a placeholder as its result", async () => {
  const say = sayTool({ run: async () => ({ content: [] }) });
  await using scene = await openScene({ script: [callSay("a"), "ok"], tools: [say] });
  await scene.session.prompt("go").outcome;
  assert.equal(transcript(scene.session)[2], "tool: (no output)");
});

test("S1-66, S2-12: a tool receives its session, message, call and folder", async () => {
  let received: ToolContext | undefined;
  const say = sayTool({
    run: async ({ text }, context) => {
      received = context;
      return textResult(text);
    },
  });
  await using scene = await openScene({ script: [callSay("a"), "ok"], tools: [say], cwd: "/usr" });
  await scene.session.prompt("go").outcome;
  const message = scene.session.entries.find(({ id }) => id === received?.messageId);
  assert.equal(message?.type, "message");
  assert.deepEqual([received?.sessionId, received?.callId, received?.cwd], [scene.session.id, "call_1", "/usr"]);
});

test("a tool's progress is emitted while it runs, and its entries are appended", async () => {
  const say = sayTool({
    run: async ({ text }, context) => {
      context.progress("half");
      await context.record({ type: "note" });
      return textResult(text);
    },
  });
  await using scene = await openScene({ script: [callSay("a"), "ok"], tools: [say] });
  const events = await collect(scene.session.prompt("go"));
  assert.ok(events.some((event) => event.type === "tool_progress" && event.text === "half"));
  assert.ok(typesIn(scene.session.entries).includes("note"));
});

test("the intent of a call with effects is in the log before it runs; a call that only reads has none", async () => {
  const seen: string[] = [];
  const watch = (name: string, effect: "read" | "write") =>
    sayTool({
      name,
      effect,
      run: async ({ text }) => {
        seen.push(typesIn(scene.session.entries).at(-1) ?? "");
        return textResult(text);
      },
    });
  const calls = ["look", "change"].map((name) => ({ name, input: { text: "a" } }));
  await using scene = await openScene({ script: [{ calls }, "ok"], tools: [watch("look", "read"), watch("change", "write")] });
  await scene.session.prompt("go").outcome;
  assert.notEqual(seen[0], "tool_start");
  assert.equal(seen[1], "tool_start");
});

test("S3-04: the loop checks permission for a call before its intent is recorded", async () => {
  const types: string[][] = [];
  const ask: Ask = async () => {
    types.push(typesIn(scene.session.entries));
    return { kind: "once" };
  };
  await using scene = await openScene({
    script: [callSay("a"), "ok"],
    tools: [sayTool({ ...asksFirst, effect: "write" })],
    policy: () => undefined,
    ask,
  });
  const events = typesOf(await collect(scene.session.prompt("go")));
  assert.equal(types.length, 1);
  assert.ok(!types[0]?.includes("tool_start"));
  assert.ok(events.indexOf("permission_ask") < events.indexOf("permission_reply"));
  assert.ok(events.indexOf("permission_reply") < events.indexOf("tool_start"));
});

test("a tool with an effect and without permissionRequests needs permission for the whole call", async () => {
  const asked: unknown[] = [];
  const silent = (name: string, effect: Tool["effect"]) => sayTool({ name, effect });
  await using scene = await openScene({
    script: [{ calls: ["read", "write", "execute", "network"].map((name) => ({ name, input: { text: "a" } })) }, "ok"],
    tools: [silent("read", "read"), silent("write", "write"), silent("execute", "execute"), silent("network", "network")],
    policy: () => undefined,
    ask: async ({ requests }) => {
      asked.push(...requests);
      return { kind: "deny" };
    },
  });
  await scene.session.prompt("go").outcome;
  const subject = '{"text":"a"}';
  assert.deepEqual(
    asked,
    (["write", "execute", "network"] as const).map((effect) => ({ tool: effect, effect, subject })),
  );
  assert.deepEqual(
    transcript(scene.session)
      .slice(2, -1)
      .map((line) => line.slice(0, 12)),
    ["tool: a", "tool: !denie", "tool: !denie", "tool: !denie"],
  );
});

test("a tool whose permissionRequests are empty runs without a question", async () => {
  await using scene = await openScene({
    script: [callSay("a"), "ok"],
    tools: [sayTool({ effect: "write", needs: () => [] })],
    policy: () => assert.fail("the policy must not be called"),
  });
  await scene.session.prompt("go").outcome;
  assert.equal(transcript(scene.session)[2], "tool: a");
});

test("a running tool sees the allowed requests, including its later ones; permissionRequests sees none", async () => {
  const granted: ToolContext["granted"][] = [];
  const first = { tool: "say", effect: "write", subject: "/tmp/x" } as const;
  const later = { tool: "say", effect: "network", subject: "https://example.org/" } as const;
  await using scene = await openScene({
    script: [callSay("a"), "ok"],
    tools: [
      sayTool({
        effect: "write",
        needs: (_, context) => {
          granted.push(context.granted);
          return [first];
        },
        run: async (_, context) => {
          granted.push(context.granted);
          await context.permission(later);
          granted.push(context.granted);
          return textResult("done");
        },
      }),
    ],
  });
  await scene.session.prompt("go").outcome;
  assert.deepEqual(granted, [[], [first], [first, later]]);
});

test("a denial is an error result, and the run continues", async () => {
  await using scene = await openScene({
    script: [callSay("a", "b"), "ok"],
    tools: [sayTool(asksFirst)],
    policy: () => undefined,
    ask: answers({ kind: "deny" }),
  });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.deepEqual(transcript(scene.session).slice(2, 4), [
    "tool: !denied Denied: The user did not allow it.",
    "tool: !denied Denied: The user did not allow it.",
  ]);
});

test("after a denial with a reason the later calls are skipped", async () => {
  const ask = answers({ kind: "deny", reason: "use git mv" });
  await using scene = await openScene({ script: [callSay("a", "b"), "ok"], tools: [sayTool(asksFirst)], policy: () => undefined, ask });
  await scene.session.prompt("go").outcome;
  const [, , first, second] = transcript(scene.session);
  assert.match(first ?? "", /^tool: !denied .*use git mv/);
  assert.match(second ?? "", /^tool: !skipped/);
});

test("with `onDeny: stop` a denial ends the run", async () => {
  const ask = answers({ kind: "deny" });
  await using scene = await openScene({
    script: [callSay("a"), "ok"],
    tools: [sayTool(asksFirst)],
    policy: () => undefined,
    ask,
    onDeny: "stop",
  });
  const outcome = await scene.session.prompt("go").outcome;
  assert.equal(outcome.kind === "limit" && outcome.limit.name, "denied");
});

test("a question that is open at an abort is withdrawn, and its call never runs", async () => {
  const asked = Promise.withResolvers<void>();
  const ask: Ask = () => {
    asked.resolve();
    return new Promise(() => {});
  };
  const never = sayTool({ ...asksFirst, run: () => assert.fail("it must not run") });
  await using scene = await openScene({ script: [callSay("a")], tools: [never], policy: () => undefined, ask });
  const run = scene.session.prompt("go");
  await asked.promise;
  run.abort();
  assert.equal((await run.outcome).kind, "aborted");
  assert.match(transcript(scene.session)[2] ?? "", /^tool: !cancelled/);
});

test("the model receives an error for a result that the log rejects, and the run continues", async () => {
  const say = sayTool({ run: async ({ text }) => textResult(text, text === "odd" ? { count: 1n } : undefined) });
  const store = faultyStore(memoryStore(), { append: (_, entries) => void JSON.stringify(entries) });
  await using scene = await openScene({ script: [callSay("odd", "even"), "ok"], tools: [say], store });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.match(transcript(scene.session)[2] ?? "", /^tool: !error It ran, but its result could not be saved\. .*BigInt/);
  assert.equal(transcript(scene.session)[3], "tool: even");
});

test("a string that a tool returns is its result, and a JSON Schema validates its arguments", async () => {
  const tool: Tool = {
    name: "echo",
    description: "Echoes.",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    effect: "read",
    execute: async (input) => `echo of ${JSON.stringify(input)}`,
  };
  const calls = [
    { name: "echo", input: { text: "ahoy" } },
    { name: "echo", input: { text: 5 } },
  ];
  await using scene = await openScene({ script: [{ calls }, "ok"], tools: [tool] });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  const [, , result = "", invalid = ""] = transcript(scene.session);
  assert.equal(result, 'tool: echo of {"text":"ahoy"}');
  assert.match(invalid, /^tool: !invalid_input The arguments of echo are not valid:\n- text: /);
});

test("the model receives an error for a result of the wrong type", async () => {
  const none = "say ran, but returned an invalid result: expected a string, or { content } with an array of text and image parts.";
  const odd: readonly (readonly [result: unknown, expected: string])[] = [
    [undefined, none],
    [7, none],
    [{ content: "text" }, none],
    [{ content: [null] }, none],
    [{ content: [{ type: "text" }] }, none],
    [{ content: [{ type: "word", text: "a" }] }, none],
    [{ content: [{ type: "image", data: 5, mediaType: "image/png" }] }, none],
    [{ content: [], isError: "no" }, none],
  ];
  const say = sayTool({ run: async ({ text }) => odd[Number(text)]?.[0] as never });
  await using scene = await openScene({ script: [callSay(...odd.map((_, at) => String(at))), "ok"], tools: [say] });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
  assert.deepEqual(
    transcript(scene.session).slice(2, -1),
    odd.map(([, expected]) => `tool: !error ${expected}`),
  );
});

test("later changes of a tool to its returned result do not change the log", async () => {
  const part = { type: "text" as const, text: "before" };
  const content = [part];
  await using scene = await openScene({ script: [callSay("a"), "ok"], tools: [sayTool({ run: async () => ({ content }) })] });
  await scene.session.prompt("go").outcome;
  part.text = "after";
  content.push(part);
  assert.equal(transcript(scene.session)[2], "tool: before");
});

test("L8: if the log cannot be written, calls that have started get their results, and no other call starts", async () => {
  const ran: string[] = [];
  const say = sayTool({
    parallel: true,
    run: async ({ text }) => {
      ran.push(text);
      return textResult(text);
    },
  });
  const alone = sayTool({ name: "alone", run: () => assert.fail("it must not run") });
  const calls = ["a", "b"].map((text) => ({ name: "say", input: { text } }));
  const reply = { calls: [...calls, { name: "alone", input: { text: "c" } }] };
  let full = false;
  const store = faultyStore(memoryStore(), {
    append: (_, [entry]) => {
      full ||= JSON.stringify(entry).includes('"role":"tool"');
      if (full) throw new LogWriteError("no space");
    },
  });
  const scene = await openScene({ script: [reply], tools: [say, alone], store, toolExecution: "parallel" });
  const events = await collect(scene.session.prompt("go"));
  const end = events.at(-1);
  assert.equal(end?.type === "run_end" && end.outcome.kind === "failed" && end.outcome.error.code, "log_write");
  assert.deepEqual(ran, ["a", "b"]);
  assert.equal(events.filter(({ type }) => type === "tool_end").length, 3);
  assert.deepEqual(transcript(scene.session).slice(2), [
    "tool: a",
    "tool: b",
    "tool: !interrupted Not run: the session's log could not be written.",
  ]);
  await assert.rejects(scene.runtime.close(), LogWriteError);
});

test("a tool that throws a value without a string form gets an error result, and the run continues", async () => {
  const failing = async (): Promise<never> => {
    throw Object.create(null);
  };
  for (const broken of [{ needs: failing }, { run: failing }]) {
    await using scene = await openScene({ script: [callSay("a"), "ok"], tools: [sayTool(broken)] });
    assert.equal((await scene.session.prompt("go").outcome).kind, "done");
    assert.deepEqual(transcript(scene.session).slice(2), ["tool: !error unknown error", "assistant: ok"]);
  }
});

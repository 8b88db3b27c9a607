import assert from "node:assert/strict";
import { test } from "node:test";
import { loopbackProvider } from "./loopback-provider.ts";
import { dataOf, eventsOf, post, REQUESTS, WIRES } from "./requests.fixture.ts";

test("records a request unchanged", async () => {
  await using server = await loopbackProvider(["Hi"]);
  const begun = performance.now();
  await (await post(server.url, "gemini")).text();
  const [request] = server.requests;
  assert.ok(request !== undefined);
  assert.equal(request.wire, "gemini");
  assert.equal(request.model, "gemini-3-pro-preview");
  assert.equal(request.method, "POST");
  assert.equal(request.path, REQUESTS.gemini.path);
  assert.equal(request.headers["content-type"], "application/json");
  assert.equal(request.text, JSON.stringify(REQUESTS.gemini.body));
  assert.deepEqual(request.body, REQUESTS.gemini.body);
  assert.ok(request.at >= begun && request.at <= performance.now());
});

test("does not record requests if recording is disabled", async () => {
  await using server = await loopbackProvider(["Hi"], { record: false });
  await (await post(server.url, "anthropic")).text();
  assert.deepEqual(server.requests, []);
});

test("a script may be a function of the request and the turn", async () => {
  await using server = await loopbackProvider((request, turn) => Promise.resolve(`${request.wire} ${turn}`));
  for (const [turn, wire] of WIRES.entries()) {
    assert.ok((await (await post(server.url, wire)).text()).includes(`${wire} ${turn}`.slice(0, 16)));
  }
});

test("generates sequential IDs for calls without IDs", async () => {
  const call = { name: "ls", input: {} };
  await using server = await loopbackProvider([{ calls: [call, call] }, { calls: [call] }]);
  const ids = async () => [...(await (await post(server.url, "anthropic")).text()).matchAll(/"id":"(call_\d+)"/g)].map(([, id]) => id);
  assert.deepEqual(await ids(), ["call_1", "call_2"]);
  assert.deepEqual(await ids(), ["call_3"]);
});

test("reports an exhausted or throwing script in an error that is not retried", async () => {
  await using exhausted = await loopbackProvider([]);
  await using throwing = await loopbackProvider(() => {
    throw new Error("The script is wrong.");
  });
  const errorOf = async (url: string) => {
    const response = await post(url, "openai-chat");
    return [response.status, ((await response.json()) as { error: { message: string } }).error.message];
  };
  assert.deepEqual(await errorOf(exhausted.url), [400, "The script has 0 replies; reply 1 was requested."]);
  assert.deepEqual(await errorOf(throwing.url), [400, "The script is wrong."]);
});

for (const wire of WIRES) {
  test(`${wire}: a rejected request consumes no reply of the script`, async () => {
    await using server = await loopbackProvider(["Hi"]);
    const refused = await post(server.url, wire, { body: { stream: true } });
    assert.equal(refused.status, 400);
    assert.ok("error" in ((await refused.json()) as object));
    assert.equal((await post(server.url, wire)).status, 200);
    assert.equal(server.requests.length, 2);
  });

  test(`${wire}: a server without validation responds to an invalid request`, async () => {
    await using server = await loopbackProvider(["Hi"], { validate: false });
    assert.equal((await post(server.url, wire, { body: {} })).status, 200);
  });

  test(`${wire}: rejects a body that is not a JSON object`, async () => {
    await using server = await loopbackProvider(["Hi"]);
    const response = await fetch(server.url + REQUESTS[wire].path, { method: "POST", body: "[1, 2" });
    assert.equal(response.status, 400);
  });

  test(`${wire}: each event is one line of JSON, and a delta has the configured number of characters`, async () => {
    await using server = await loopbackProvider(["x".repeat(100)], { chunk: 10 });
    const text = await (await post(server.url, wire)).text();
    assert.ok(text.endsWith("\n\n"));
    assert.ok(eventsOf(text).every((event) => /^(event: \S+\n)?data: .+$/.test(event)));
    assert.equal(text.split(`"${"x".repeat(10)}"`).length - 1, 10);
  });

  test(`${wire}: a connection serves many requests`, async () => {
    await using server = await loopbackProvider(() => "Hi");
    for (let turn = 0; turn < 5; turn++) await (await post(server.url, wire)).text();
    assert.equal(server.requests.length, 5);
  });
}

test("OpenAI Chat: sends usage only if requested", async () => {
  await using server = await loopbackProvider(() => ({ text: "Hi", usage: { input: 3 }, cost: 0.25 }));
  const usages = (text: string) => dataOf(text).flatMap(({ usage }) => (usage === undefined ? [] : [usage]));
  const { stream_options: _, ...body } = REQUESTS["openai-chat"].body;
  assert.deepEqual(usages(await (await post(server.url, "openai-chat", { body })).text()), []);
  const [usage] = usages(await (await post(server.url, "openai-chat")).text()) as { cost: number; prompt_tokens: number }[];
  assert.equal(usage?.prompt_tokens, 3);
  assert.equal(usage?.cost, 0.25);
});

test("OpenAI Responses: sends encrypted reasoning only if requested", async () => {
  await using server = await loopbackProvider(() => ({ reasoning: "Hm", text: "Hi" }));
  const { body } = REQUESTS["openai-responses"];
  assert.ok(!(await (await post(server.url, "openai-responses")).text()).includes("encrypted_content"));
  const asking = { ...body, include: ["reasoning.encrypted_content"] };
  assert.ok((await (await post(server.url, "openai-responses", { body: asking })).text()).includes("encrypted_content"));
});

test("lists models in the formats of OpenAI and Ollama", async () => {
  await using server = await loopbackProvider([], { models: ["qwen3", "llama4"] });
  const { data } = (await (await fetch(`${server.url}/v1/models`)).json()) as { data: { id: string }[] };
  assert.deepEqual(
    data.map(({ id }) => id),
    ["qwen3", "llama4"],
  );
  const { models } = (await (await fetch(`${server.url}/api/tags`)).json()) as { models: { name: string }[] };
  assert.deepEqual(
    models.map(({ name }) => name),
    ["qwen3", "llama4"],
  );
});

test("responds with 404 to any other path", async () => {
  await using server = await loopbackProvider([]);
  assert.equal((await fetch(`${server.url}/v1/embeddings`, { method: "POST", body: "{}" })).status, 404);
  assert.equal((await fetch(`${server.url}/v1/messages`)).status, 404);
});

test("closing breaks an open response, and releases the port", async () => {
  const server = await loopbackProvider([{ text: "Hi", fault: { kind: "stall", after: 1 } }]);
  const response = await post(server.url, "anthropic");
  const reading = response.text();
  await Promise.all([assert.rejects(reading), server.close()]);
  await assert.rejects(fetch(server.url), (error: Error) => (error.cause as NodeJS.ErrnoException).code === "ECONNREFUSED");
  await server.close();
});

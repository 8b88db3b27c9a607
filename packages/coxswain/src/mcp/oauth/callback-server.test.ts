import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { suite, test } from "node:test";
import { callbackServer } from "./callback-server.ts";

suite("the server of the callback", () => {
  test("accepts the first answer, and rejects another one", async () => {
    await using server = await callbackServer([0], "s");
    const first = await fetch(`${server.redirectUrl}?state=s&code=first`);
    const second = await fetch(`${server.redirectUrl}?state=s&code=second`);
    assert.deepEqual([first.status, second.status], [200, 400]);
    assert.deepEqual(await server.answer, { kind: "code", code: "first", iss: undefined });
  });

  test("accepts no answer by another method or without a code", async () => {
    await using server = await callbackServer([0], "s");
    const url = `${server.redirectUrl}?state=s`;
    const statuses = [await fetch(`${url}&code=a`, { method: "POST" }), await fetch(url), await fetch(`${url}&code=`)].map((r) => r.status);
    assert.deepEqual(statuses, [404, 400, 400]);
  });

  test("cannot be reached by another address of this machine", async () => {
    await using server = await callbackServer([0], "s");
    await assert.rejects(fetch(server.redirectUrl.replace("127.0.0.1", "127.0.0.2")), /fetch failed/);
  });

  test("ends although a client sends nothing", async () => {
    const server = await callbackServer([0], "s");
    const client = connect(Number(new URL(server.redirectUrl).port), "127.0.0.1");
    await once(client, "connect");
    const closed = once(client, "close");
    await server[Symbol.asyncDispose]();
    await closed;
  });
});

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { manualTimers } from "../stub-server.fixture.ts";
import { authorizationServerStub } from "./authorization-server.fixture.ts";
import { approvingUser, loggedIn, sender } from "./logins.fixture.ts";
import { mcpLogins } from "./logins.ts";

/** A request that an authorization server has received, and will answer on request. */
const heldAnswer = () => {
  const received = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const beforeTokenResponse = async (): Promise<void> => {
    received.resolve();
    await answered.promise;
  };
  return { received: received.promise, answer: answered.resolve, beforeTokenResponse };
};

suite("S2-29: closing the logins", () => {
  test("waits for the answer to a sent refresh, so that the new tokens are stored", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config, folder } = await loggedIn(t, stub);
    const send = await sender(t, logins, config);
    const { received, answer, beforeTokenResponse } = heldAnswer();
    stub.behave({ beforeTokenResponse });
    stub.expireTokens();
    const sent = send();
    await received;
    const order: string[] = [];
    const closed = logins.close().then(() => order.push("closed"));
    await new Promise((resolve) => setImmediate(resolve));
    order.push("answered");
    answer();
    await Promise.all([closed, sent]);
    assert.deepEqual(order, ["answered", "closed"]);
    await (
      await sender(t, mcpLogins({ folder }), config)
    )();
    assert.equal(stub.requests.tokens.length, 2);
    assert.equal(stub.requests.reuses, 0);
  });

  test("does not wait for a refresh of another process", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config, folder } = await loggedIn(t, stub);
    const other = mcpLogins({ folder });
    const [send, sendOther] = [await sender(t, logins, config), await sender(t, other, config)];
    const { received, answer, beforeTokenResponse } = heldAnswer();
    stub.behave({ beforeTokenResponse });
    stub.expireTokens();
    const sent = send();
    await received;
    const waiting = sendOther();
    while (stub.requests.served.filter((status) => status === 401).length < 2) await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([other.close(), assert.rejects(waiting, /the logins are closed/)]);
    answer();
    await sent;
  });

  test("sends no refresh after it has begun", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub);
    const send = await sender(t, logins, config);
    await logins.close();
    stub.expireTokens();
    await assert.rejects(send(), /the logins are closed/);
    assert.equal(stub.requests.tokens.length, 1);
  });
});

test("a refresh that another process does not finish is reported after 30 s", async (t) => {
  const stub = await authorizationServerStub(t);
  const { logins, config, folder } = await loggedIn(t, stub);
  const { timers, advance, requested } = manualTimers();
  const [send, sendOther] = [await sender(t, logins, config), await sender(t, mcpLogins({ folder, timers }), config)];
  const { received, answer, beforeTokenResponse } = heldAnswer();
  stub.behave({ beforeTokenResponse });
  stub.expireTokens();
  const sent = send();
  await received;
  const failed = assert.rejects(sendOther(), /another process has been renewing the login for 30 s\. Try again/);
  for (const [waits, milliseconds] of [29_975, 25].entries()) {
    while (requested.length === waits) await new Promise((resolve) => setImmediate(resolve));
    advance(milliseconds);
  }
  await failed;
  answer();
  await sent;
});

test("a login that fails because its client is unknown lets the next one register another", async (t) => {
  const stub = await authorizationServerStub(t);
  const { logins, config } = await loggedIn(t, stub);
  stub.behave({ tokenFailure: { status: 401, body: '{"error":"invalid_client"}' } });
  await assert.rejects(logins.login(config, approvingUser()), /login failed: invalid_client/);
  stub.behave({});
  await logins.login(config, approvingUser());
  assert.equal(stub.requests.registrations.length, 2);
});

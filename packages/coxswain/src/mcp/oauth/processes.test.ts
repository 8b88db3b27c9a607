import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { suite, test, type TestContext } from "node:test";
import { authorizationServerStub } from "./authorization-server.fixture.ts";
import { approvingUser, loggedIn } from "./logins.fixture.ts";

interface Sender {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  send(): Promise<string>;
}

const startSender = async (t: TestContext, folder: string, url: string): Promise<Sender> => {
  const argv = ["--conditions=coxswain-source", join(import.meta.dirname, "sender.child.ts"), folder, url];
  const child = spawn(process.execPath, argv, { stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => String((await lines.next()).value);
  assert.equal(await nextLine(), "ready");
  return {
    child,
    send() {
      child.stdin.write("\n");
      return nextLine();
    },
  };
};

suite("S2-29: processes that share a login", () => {
  test("refresh an expired token once, although refresh tokens are usable once", async (t) => {
    const stub = await authorizationServerStub(t);
    const { folder } = await loggedIn(t, stub);
    const senders = await Promise.all(Array.from({ length: 5 }, () => startSender(t, folder, stub.url)));
    for (const expiry of [1, 2, 3]) {
      stub.expireTokens();
      assert.deepEqual(await Promise.all(senders.map((sender) => sender.send())), Array(5).fill("sent"));
      assert.equal(stub.requests.tokens.filter((request) => request.get("grant_type") === "refresh_token").length, expiry);
    }
    assert.equal(stub.requests.reuses, 0);
  });

  test("are not blocked by one that was killed while it refreshed", async (t) => {
    const requested = Promise.withResolvers<void>();
    const killed = Promise.withResolvers<void>();
    const stub = await authorizationServerStub(t);
    const { folder, logins, config } = await loggedIn(t, stub);
    const [first, second] = [await startSender(t, folder, stub.url), await startSender(t, folder, stub.url)];
    stub.behave({
      async beforeTokenResponse() {
        requested.resolve();
        await killed.promise;
      },
    });
    stub.expireTokens();
    void first.send();
    await requested.promise;
    first.child.kill("SIGKILL");
    await once(first.child, "exit");
    stub.behave({});
    killed.resolve();
    // The refresh token is spent, and the answer with the next one is lost.
    assert.equal(await second.send(), "failed: MCP server stub: not logged in. Run: cox mcp login stub");
    await logins.login(config, approvingUser());
    assert.equal(await second.send(), "sent");
  });

  test("wait for one that refreshes slowly, and use its token", async (t) => {
    const requested = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<void>();
    const stub = await authorizationServerStub(t);
    const { folder } = await loggedIn(t, stub);
    const [first, second] = [await startSender(t, folder, stub.url), await startSender(t, folder, stub.url)];
    stub.behave({
      async beforeTokenResponse() {
        requested.resolve();
        await slow.promise;
      },
    });
    stub.expireTokens();
    const sent = first.send();
    await requested.promise;
    const served = stub.requests.served.length;
    const waiting = second.send();
    while (stub.requests.served.length === served) await new Promise((resolve) => setImmediate(resolve));
    slow.resolve();
    assert.deepEqual(await Promise.all([sent, waiting]), ["sent", "sent"]);
    assert.equal(stub.requests.tokens.length, 2);
  });
});

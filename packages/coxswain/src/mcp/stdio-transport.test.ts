import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { test, type TestContext } from "node:test";
import { orphanGuardLoader, startService, systemTimers } from "../workspace/index.ts";
import { stdioChannel } from "./stdio-transport.ts";

const channelOf = async (t: TestContext, script: string) => {
  const env = { PATH: process.env["PATH"] ?? "" };
  const service = await startService({ command: "sh", args: ["-c", script], cwd: "/", env, guard: orphanGuardLoader() });
  t.after(() => service.end());
  return stdioChannel(service, systemTimers, (text) => text);
};

for (const [what, script, reason] of [
  ["ends a server that closes its input", "exec <&-; sleep 1000", /closed its input/],
  ["the reason of a server that ends while messages are sent is its end", "exec <&-; echo no disk >&2; exit 9", /exit code 9.*no disk/],
] as const)
  test(what, async (t) => {
    const channel = await channelOf(t, script);
    const transport = channel.transport();
    await transport.start();
    const send = (): Promise<void> => transport.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    // The system reports a closed pipe only when something was written to it.
    while (channel.reason() === undefined) {
      await send();
      await setImmediate();
    }
    assert.match(await channel.closed, reason);
    await assert.rejects(send(), reason);
  });

test("ends a server that does not read 10 MB of its input", async (t) => {
  const channel = await channelOf(t, "exec sleep 1000");
  const transport = channel.transport();
  await transport.start();
  for (let sent = 0; sent < 12; sent += 1)
    if (channel.reason() === undefined) await transport.send({ jsonrpc: "2.0", method: "x", params: { text: "x".repeat(1_000_000) } });
  assert.match(await channel.closed, /does not read its input/);
  await assert.rejects(transport.send({ jsonrpc: "2.0", method: "x" }), /does not read its input/);
});

test("closing a client's transport detaches the client, and the next one receives messages", async (t) => {
  const channel = await channelOf(t, `read -r line; echo '{"jsonrpc":"2.0","method":"a"}'; sleep 1000`);
  const closed = Promise.withResolvers<void>();
  const first = Object.assign(channel.transport(), { onclose: closed.resolve });
  await first.start();
  await first.close();
  await closed.promise;
  assert.equal(channel.reason(), undefined);
  const received = Promise.withResolvers<unknown>();
  const second = Object.assign(channel.transport(), { onmessage: received.resolve });
  await second.start();
  // A client may close its transport again.
  await first.close();
  await second.send({ jsonrpc: "2.0", method: "go" });
  assert.deepEqual(await received.promise, { jsonrpc: "2.0", method: "a" });
});

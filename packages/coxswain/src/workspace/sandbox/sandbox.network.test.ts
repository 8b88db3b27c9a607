import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { confinedWorkspace } from "./sandbox.fixture.ts";

/** Not the address of loopback itself, which programs reach without a proxy. */
const MACHINE = "127.0.0.2";

/** A server with one response, or with the response that `answer` returns for a path and its address. */
const serving = async (t: TestContext, answer = (_path: string, _host: string): string | Buffer => "there\n"): Promise<number> => {
  const server = createServer(({ url = "", headers }, response) => void response.end(answer(url, headers.host ?? "")));
  await new Promise<void>((resolve) => server.listen(0, MACHINE, resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

test("a confined command reaches an allowed host, and the result lists its refused connections", async (t) => {
  const [port, other] = [await serving(t), await serving(t)];
  const made = await confinedWorkspace(t, { sandbox: { mode: "auto", network: [`${MACHINE}:${port}`] } });
  if (made === undefined) return;
  const { workspace } = made;
  const reached = await workspace.spawn(`curl -sS http://${MACHINE}:${port}/`);
  assert.deepEqual([reached.output.head, reached.refused], ["there\n", undefined]);
  const refused = await workspace.spawn(`curl -sS -p http://${MACHINE}:${other}/; curl -sS --noproxy '*' http://${MACHINE}:${port}/`);
  assert.doesNotMatch(refused.output.head, /there/);
  assert.deepEqual(refused.refused, [`The sandbox does not allow ${MACHINE}:${other}. Allowed: ${MACHINE}:${port}.`]);
  assert.equal((await workspace.spawn(`curl -sS http://${MACHINE}:${port}/`)).refused, undefined);
});

test("a name on a private network is reached only if it is also a private host", async (t) => {
  const port = await serving(t);
  for (const privateHosts of [[], ["localhost"]]) {
    const made = await confinedWorkspace(t, { sandbox: { mode: "auto", network: [`localhost:${port}`], privateHosts } });
    if (made === undefined) return;
    const { output, refused = [] } = await made.workspace.spawn(`curl -sS --noproxy '' http://localhost:${port}/`);
    assert.doesNotMatch(output.head, /there/);
    // It is reached there, and no server listens at its first address.
    if (privateHosts.length > 0) assert.match(output.head, /cannot be reached: .*ECONNREFUSED/);
    else assert.match(refused[0] ?? "", /private network/);
  }
});

test("package managers retry only with a network", async (t) => {
  const retries = async (network: readonly string[]): Promise<string | undefined> => {
    const made = await confinedWorkspace(t, { env: { PATH: process.env["PATH"] }, sandbox: { mode: "auto", network } });
    return (await made?.workspace.spawn('echo "$npm_config_fetch_retries$PIP_RETRIES$CARGO_NET_RETRY"'))?.output.head;
  };
  const none = await retries([]);
  if (none === undefined) return;
  assert.equal(none, "000\n");
  assert.equal(await retries(["a.test"]), "\n");
});

test("npm installs a package from an allowed host, although the home folder is read-only", async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "anchor", version: "1.0.0" }));
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--json"], { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
  ) as [{ readonly filename: string; readonly integrity: string }];
  const port = await serving(t, (path, host) => {
    if (path.endsWith(".tgz")) return readFileSync(join(folder, packed.filename));
    const dist = { tarball: `http://${host}/anchor.tgz`, integrity: packed.integrity };
    return JSON.stringify({
      name: "anchor",
      "dist-tags": { latest: "1.0.0" },
      versions: { "1.0.0": { name: "anchor", version: "1.0.0", dist } },
    });
  });
  const made = await confinedWorkspace(t, { sandbox: { mode: "auto", network: [`${MACHINE}:${port}`] } });
  if (made === undefined) return;
  const { output } = await made.workspace.spawn(`npm install anchor --registry=http://${MACHINE}:${port}/ 2>&1`);
  assert.match(output.head, /^added 1 package/m);
  assert.equal(existsSync(made.at("node_modules", "anchor", "package.json")), true);
});

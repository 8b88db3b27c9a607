import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { createServer } from "node:https";
import { dirname } from "node:path";
import { test, type TestContext } from "node:test";
import { CERTIFICATE, PRIVATE_KEY } from "../../../providers/tls.fixture.ts";
import { bridgedCommand } from "./bridged-command.ts";
import { listening, PRIVATE, proxied, PUBLIC, remote } from "./network.fixture.ts";

const runs = (program: string, ...args: readonly string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/** Node may be in the temporary folder, for example if this repository is checked out there. */
const NODE = dirname(process.execPath);
const BWRAP = [
  ..."--ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --unshare-net --unshare-pid --unshare-ipc --die-with-parent --cap-drop ALL".split(
    " ",
  ),
  "--ro-bind",
  NODE,
  NODE,
];
const skip = runs("bwrap", ...BWRAP, "true") ? false : "there is no bubblewrap here, or it may not make namespaces";
const without = (...programs: readonly string[]): string | false => {
  const missing = programs.find((program) => !runs(program, "--version"));
  return skip === false && missing !== undefined ? `there is no ${missing} here` : skip;
};

/** Runs a shell line in a separate network with a bridge to a proxy, and returns its output and exit code. */
const confined = async (
  t: TestContext,
  hosts: readonly string[],
  { node, env: more = {} }: { readonly node?: string; readonly env?: Readonly<Record<string, string>> } = {},
) => {
  const { proxy, resolved } = await proxied(t, { hosts });
  const socket = "/tmp/proxy";
  const run = (script: string): Promise<{ readonly code: number; readonly out: string }> => {
    const { command, env } = bridgedCommand({
      command: ["/bin/sh", "-c", `exec 2>&1; ${script}`],
      socket,
      ...(node === undefined ? {} : { node }),
    });
    return new Promise((resolve) => {
      const args = [...BWRAP, "--bind", proxy.socket, socket, ...command];
      execFile("bwrap", args, { env: { PATH: process.env.PATH, HOME: "/tmp", ...more, ...env } }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), out: stdout + stderr }),
      );
    });
  };
  return { proxy, resolved, run };
};

/** A host that serves a git repository and a package registry. */
const site = async (t: TestContext): Promise<number> => {
  const server = createServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, ({ url }, response) => {
    if (url?.startsWith("/repository/info/refs") === true) response.end(`${"1".repeat(40)}\trefs/heads/main\n`);
    else if (url === "/thing")
      response.end(JSON.stringify({ name: "thing", "dist-tags": { latest: "1.2.3" }, versions: { "1.2.3": { version: "1.2.3" } } }));
    else response.writeHead(url === "/" ? 200 : 404).end(`this is ${url}`);
  });
  t.after(() => server.closeAllConnections());
  return listening(t, server);
};

for (const [program, script, seen] of [
  ["curl", "curl -sSk https://allowed.test:PORT/", /^this is \/$/],
  [
    "node",
    `NODE_TLS_REJECT_UNAUTHORIZED=0 "$NODE" -e 'fetch("https://allowed.test:PORT/").then(async (r) => console.log(await r.text()))'`,
    /^this is \/$/m,
  ],
  ["git", "GIT_SSL_NO_VERIFY=1 git ls-remote https://allowed.test:PORT/repository", /^1{40}\trefs\/heads\/main$/m],
  [
    "npm",
    "npm view thing version --registry https://allowed.test:PORT/ --strict-ssl=false --fetch-retries=0 --cache /tmp/npm",
    /^1\.2\.3$/m,
  ],
] as const) {
  test(`${program} reaches an allowed host from inside a separate network, and no other one`, { skip: without(program) }, async (t) => {
    const port = await site(t);
    const { proxy, run } = await confined(t, [`allowed.test:${port}`]);
    const line = `NODE=${process.execPath}; ${script.replace("PORT", String(port))}`;
    assert.match((await run(line)).out, seen);
    assert.deepEqual(proxy.refusedAfter(0), []);
    assert.doesNotMatch((await run(line.replace("allowed.test", "other.test"))).out, seen);
    assert.deepEqual(proxy.refusedAfter(0), [`The sandbox does not allow other.test:${port}. Allowed: allowed.test:${port}.`]);
  });
}

test("nothing is reachable except through the proxy: no address, no name, no port of the machine", { skip: without("curl") }, async (t) => {
  const { port, received } = await remote(t, (_, response) => void response.end("there"));
  const machine = await remote(t, (_, response) => void response.end("there"), { at: PRIVATE });
  const { resolved, run } = await confined(t, [`allowed.test:${port}`]);
  const direct = "curl -sS --noproxy '*' -m 5";
  for (const url of [
    `http://${PUBLIC}:${port}/`,
    `http://${PRIVATE}:${machine.port}/`,
    `http://allowed.test:${port}/`,
    "http://1.1.1.1/",
  ]) {
    const { code, out } = await run(`${direct} ${url}`);
    assert.ok(code === 6 || code === 7, `${url}: ${code} ${out}`);
  }
  const { out } = await run(`curl -sS http://${PRIVATE}:${machine.port}/ -x http://127.0.0.1:3128 --noproxy ''`);
  assert.match(out, /^The sandbox does not allow 127\.0\.0\.1/);
  assert.deepEqual([received, machine.received, resolved], [[], [], []]);
  assert.match((await run(`curl -sS http://allowed.test:${port}/`)).out, /^there$/);
});

test(
  "a command starts once the bridge listens, retains its arguments and exit code, and receives no output of the bridge",
  { skip },
  async (t) => {
    const { proxy } = await proxied(t, { hosts: [] });
    const { command, env } = bridgedCommand({
      command: ["/bin/sh", "-c", 'printf "%s|" "$0" "$@"; wait; exit 7', "a b", "", "'$HOME"],
      socket: "/tmp/proxy",
    });
    const { promise, resolve } = Promise.withResolvers<readonly [unknown, string, string]>();
    execFile("bwrap", [...BWRAP, "--bind", proxy.socket, "/tmp/proxy", ...command], { env: { ...env } }, (error, stdout, stderr) =>
      resolve([error?.code, stdout, stderr]),
    );
    assert.deepEqual(await promise, [7, "a b||'$HOME|", ""]);
  },
);

test(
  "the bridge ignores Node's environment variables, and accepts connections only from its own network",
  { skip: without("curl") },
  async (t) => {
    const { port } = await remote(t, (_, response) => void response.end("there"));
    const { run } = await confined(t, [`allowed.test:${port}`]);
    const { out } = await run(`curl -sS http://allowed.test:${port}/; cat /proc/net/tcp`);
    assert.match(out, /^there/);
    // 127.0.0.1:3128, and not 0.0.0.0.
    assert.match(out, /0100007F:0C38 00000000:0000 0A/);
  },
);

test("does not run the command if the bridge cannot be started", { skip }, async (t) => {
  const { run } = await confined(t, [], { node: "/nowhere/node" });
  const { code, out } = await run("echo ran");
  assert.equal(code, 126);
  assert.match(out, /The way to the network of this sandbox could not be opened/);
  assert.doesNotMatch(out, /ran/);
});

test("reaches a program's own server on loopback without the proxy", { skip: without("curl") }, async (t) => {
  const { proxy, run } = await confined(t, []);
  const { out } = await run(
    `"${process.execPath}" -e 'require("http").createServer((_, r) => r.end("own")).listen(8080, () => console.log("up"))' > /tmp/up & ` +
      "until grep -q up /tmp/up 2>/dev/null; do :; done; for at in localhost 127.0.0.1; do curl -sS http://$at:8080/; done",
  );
  assert.equal(out, "ownown");
  assert.deepEqual(proxy.refusedAfter(0), []);
});

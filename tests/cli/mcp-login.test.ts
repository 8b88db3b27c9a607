import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { authorizationServerStub } from "../../packages/coxswain/src/mcp/oauth/authorization-server.fixture.ts";
import { COX, openCox } from "./cox-scene.ts";

test("a failure names the login, which ends in the browser, shows no token, and is deleted by a logout", async (t) => {
  const stub = await authorizationServerStub(t, { revokes: () => ({ status: 200 }) });
  await using cox = await openCox();
  await cox.set({ mcpServers: { issues: { url: stub.url } } });
  assert.match((await cox.run(["mcp", "list", "--check"])).stdout, /^issues {2}failed .*Run: cox mcp login issues/);
  const { child, ended } = cox.start(["mcp", "login", "issues"]);
  await fetch(await loginPage(child.stderr ?? assert.fail("no output")));
  const { code, stderr } = await ended;
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Logged in to issues/);
  for (const secret of stub.secrets) assert.ok(!stderr.replaceAll(/^http.*$/gm, "").includes(secret));
  const logout = await cox.run(["mcp", "logout", "issues"]);
  assert.deepEqual([logout.code, logout.stderr], [0, "Logged out of issues.\n"]);
  assert.equal(stub.requests.revocations.length, 2);
  const again = await cox.run(["mcp", "logout", "issues"]);
  assert.deepEqual([again.code, again.stderr], [1, "cox: not logged in to issues\n"]);
});

test("a client metadata document of the settings is the client, and a failed revocation is one line", async (t) => {
  const stub = await authorizationServerStub(t, { acceptsMetadataDocuments: true, revokes: () => ({ status: 503 }) });
  await using cox = await openCox();
  const clientMetadataUrl = "https://client.example/metadata.json";
  await cox.set({ mcpServers: { issues: { url: stub.url, oauth: { clientMetadataUrl } } } });
  const { child, ended } = cox.start(["mcp", "login", "issues"]);
  await fetch(await loginPage(child.stderr ?? assert.fail("no output")));
  assert.equal((await ended).code, 0);
  assert.equal(stub.requests.registrations.length, 0);
  assert.equal(stub.requests.tokens[0]?.get("client_id"), clientMetadataUrl);
  const { code, stderr } = await cox.run(["mcp", "logout", "issues"]);
  assert.equal(code, 0);
  const [first, second, ...others] = stderr.split("\n");
  assert.equal(first, "Logged out of issues.");
  assert.match(second ?? "", /^cox: .+ could not be revoked: an invalid response \(HTTP 503\)\./);
  assert.deepEqual(others, [""]);
});

test("a login ends with the pasted URL of the last page, as over SSH", async (t) => {
  const stub = await authorizationServerStub(t);
  await using cox = await openCox();
  await cox.set({ mcpServers: { issues: { url: stub.url } } });
  const env = { PATH: process.env["PATH"], HOME: cox.home, COX_HOME: cox.home, SSH_CONNECTION: "1 2 3 4" };
  const child = spawn(process.execPath, [...COX, "mcp", "login", "issues"], { cwd: cox.project, env });
  t.after(() => child.kill("SIGKILL"));
  const page = await fetch(await loginPage(child.stderr), { redirect: "manual" });
  child.stdin.write(`${page.headers.get("location")}\n`);
  assert.deepEqual(await once(child, "exit"), [0, null]);
});

test("Ctrl+C while a token is renewed stores the answer, so that the next process is still logged in", async (t) => {
  const stub = await authorizationServerStub(t);
  await using cox = await openCox();
  await cox.set({ mcpServers: { issues: { url: stub.url } } });
  const login = cox.start(["mcp", "login", "issues"]);
  await fetch(await loginPage(login.child.stderr ?? assert.fail("no output")));
  await login.ended;
  const received = Promise.withResolvers<void>();
  const interrupted = Promise.withResolvers<void>();
  stub.expireTokens();
  stub.behave({
    async beforeTokenResponse() {
      received.resolve();
      await interrupted.promise;
    },
  });
  const { child, ended } = cox.start(["mcp", "list", "--check"]);
  await received.promise;
  child.kill("SIGINT");
  // Longer than cox lets other work continue at its end.
  setTimeout(interrupted.resolve, 1500);
  assert.equal((await ended).code, 130);
  stub.behave({});
  await cox.run(["mcp", "list", "--check"]);
  assert.equal(stub.requests.reuses, 0);
  assert.equal(stub.requests.tokens.length, 2);
});

test("Ctrl+C ends a login, and a command has none", async (t) => {
  const stub = await authorizationServerStub(t);
  await using cox = await openCox();
  await cox.set({ mcpServers: { issues: { url: stub.url }, files: { command: "x" } } });
  const { child, ended } = cox.start(["mcp", "login", "issues"]);
  await loginPage(child.stderr ?? assert.fail("no output"));
  child.kill("SIGINT");
  assert.equal((await ended).code, 130);
  const { code, stderr } = await cox.run(["mcp", "login", "files"]);
  assert.deepEqual([code, stderr], [2, "cox: files is a command, which needs no login here\n"]);
});

/** Returns the URL that a login prints. */
const loginPage = async (output: NodeJS.ReadableStream): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = "";
  output.on("data", (part: Buffer) => {
    text += part.toString();
    const [, url] = /^(http\S+)\n/m.exec(text) ?? [];
    if (url !== undefined) resolve(url);
  });
  return promise;
};

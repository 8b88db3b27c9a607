import assert from "node:assert/strict";
import { generateKeyPairSync, verify } from "node:crypto";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { inspect } from "node:util";
import { InsufficientScopeError } from "@modelcontextprotocol/client";
import { McpError } from "../errors.ts";
import { authorizationServerStub } from "./authorization-server.fixture.ts";
import { approvingUser, loggedIn, sender, temporaryFolder, urlConfig } from "./logins.fixture.ts";
import { mcpLogins } from "./logins.ts";

const needsLogin = (error: unknown) =>
  error instanceof McpError && error.needsLogin && error.message === "MCP server stub: not logged in. Run: cox mcp login stub";

const fails = (pattern: RegExp) => (error: unknown) => error instanceof McpError && !error.needsLogin && pattern.test(error.message);

suite("S2-29: the authorization of a server", () => {
  test("asks for a login, and registers no client, where there is none", async (t) => {
    const stub = await authorizationServerStub(t);
    const send = await sender(t, mcpLogins({ folder: temporaryFolder(t) }), urlConfig(stub.url));
    await assert.rejects(send(), needsLogin);
    assert.equal(stub.requests.registrations.length, 0);
  });

  test("uses a login that was made while it ran", async (t) => {
    const stub = await authorizationServerStub(t);
    const folder = temporaryFolder(t);
    const send = await sender(t, mcpLogins({ folder }), urlConfig(stub.url));
    await assert.rejects(send(), needsLogin);
    await mcpLogins({ folder }).login(urlConfig(stub.url), approvingUser());
    await send();
    assert.deepEqual(stub.requests.served.slice(-1), [202]);
  });

  test("refreshes once for requests of one process that are rejected together", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub);
    const [first, second] = [await sender(t, logins, config), await sender(t, logins, config)];
    await Promise.all([first(), second()]);
    stub.expireTokens();
    await Promise.all([first(), first(), first(), second(), second()]);
    assert.equal(stub.requests.tokens.length, 2);
  });

  test("sends the resource indicator when it refreshes", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub);
    stub.expireTokens();
    await (
      await sender(t, logins, config)
    )();
    assert.equal(stub.requests.tokens[1]?.get("resource"), stub.url);
  });

  test("deletes the tokens on invalid_grant", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub);
    stub.expireTokens();
    stub.revokeLogins();
    const send = await sender(t, logins, config);
    await assert.rejects(send(), needsLogin);
    await assert.rejects(send(), needsLogin);
    assert.equal(stub.requests.tokens.length, 2, "a rejected refresh token is not used again");
  });

  for (const [title, tokenFailure, reason] of [
    [
      "the authorization server fails",
      { status: 500, body: "<html>down</html>" },
      /the login cannot be renewed: an invalid response \(HTTP 500\)\. Try again later\.$/,
    ],
    ["it is overloaded", { status: 503, body: '{"error":"temporarily_unavailable"}' }, /cannot be renewed: temporarily_unavailable/],
    ["it rejects the request", { status: 400, body: '{"error":"invalid_request"}' }, /cannot be renewed: invalid_request/],
  ] as const)
    test(`keeps the tokens when ${title}`, async (t) => {
      const stub = await authorizationServerStub(t);
      const { logins, config } = await loggedIn(t, stub);
      const send = await sender(t, logins, config);
      stub.expireTokens();
      stub.behave({ tokenFailure });
      await assert.rejects(send(), fails(reason));
      stub.behave({});
      await send();
      assert.deepEqual(stub.requests.served.slice(-1), [202]);
    });

  for (const [status, text] of [
    [503, /the login cannot be renewed: HTTP 503 from http:.+\. Try again later\.$/],
    [429, /the login cannot be renewed: HTTP 429 from http:/],
  ] as const)
    test(`asks for no login while the server's metadata cannot be read: ${status}`, async (t) => {
      const stub = await authorizationServerStub(t);
      const other = await authorizationServerStub(t, { authorizationServer: stub.origin });
      const { logins, config } = await loggedIn(t, other);
      const send = await sender(t, logins, config);
      await assert.rejects(send(), "its tokens are those of the other stub");
      other.behave({ authorizationServer: stub.origin, resourceMetadataStatus: status });
      await assert.rejects(send(), fails(text));
      assert.equal(other.requests.tokens.length, 0);
    });

  test("uses a login, a refresh and a logout of another process with its next request", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config, folder } = await loggedIn(t, stub);
    const [send, other] = [await sender(t, logins, config), await sender(t, mcpLogins({ folder }), config)];
    await send();
    stub.expireTokens();
    await other();
    await send();
    assert.deepEqual(stub.requests.served.slice(-3), [401, 202, 202]);
    await mcpLogins({ folder }).logout(config);
    await assert.rejects(send(), needsLogin);
    await logins.login(config, approvingUser());
    await send();
    assert.equal(stub.requests.served.at(-1), 202);
  });

  test("forgets a client that the authorization server no longer knows, so that the next login registers one", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub);
    stub.expireTokens();
    stub.forgetClients();
    await assert.rejects((await sender(t, logins, config))(), needsLogin);
    await logins.login(config, approvingUser());
    assert.equal(stub.requests.registrations.length, 2);
  });

  test("forgets a client that may not refresh, and keeps its tokens until the next login", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub);
    const send = await sender(t, logins, config);
    stub.expireTokens();
    stub.behave({ tokenFailure: { status: 400, body: '{"error":"unauthorized_client"}' } });
    await assert.rejects(send(), needsLogin);
    stub.behave({});
    await assert.rejects(send(), needsLogin);
    await logins.login(config, approvingUser());
    assert.equal(stub.requests.registrations.length, 2);
  });

  for (const [title, behaviour, reason] of [
    ["describes another server", { resource: "https://other.example/mcp" }, /its metadata describes another server/],
    ["has 11 MB", { padding: 11_000_000 }, /over 10 MB/],
  ] as const)
    test(`sends no refresh token if the metadata ${title}`, async (t) => {
      const stub = await authorizationServerStub(t);
      const { logins, config } = await loggedIn(t, stub);
      stub.expireTokens();
      stub.behave(behaviour);
      await assert.rejects((await sender(t, logins, config))(), fails(reason));
      assert.equal(stub.requests.tokens.length, 1);
    });

  test("authenticates a configured client by its secret when it refreshes", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub, { clientId: "configured", clientSecret: "hidden" });
    stub.expireTokens();
    await (
      await sender(t, logins, config)
    )();
    assert.equal(stub.requests.tokens[1]?.get("client_id"), null, "the client is in the header");
  });

  test("sends the secret of a configured client for no other client", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub);
    stub.expireTokens();
    await (
      await sender(t, logins, { ...config, oauth: { clientId: "configured", clientSecret: "hidden" } })
    )();
    assert.equal(stub.requests.tokens[1]?.get("client_id"), stub.requests.authorizations[0]?.get("client_id"));
  });

  test("does not send a refresh token to another authorization server", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub);
    const other = await authorizationServerStub(t);
    stub.expireTokens();
    stub.behave({ authorizationServer: other.origin });
    await assert.rejects((await sender(t, logins, config))(), needsLogin);
    assert.equal(other.requests.tokens.length, 0);
  });

  test("requests the missing scopes in addition to the granted ones at the next login", async (t) => {
    const stub = await authorizationServerStub(t, { scope: "read" });
    const { logins, config } = await loggedIn(t, stub);
    const send = await sender(t, logins, config);
    await send();
    stub.behave({ scope: "write" });
    await assert.rejects(send(), InsufficientScopeError);
    await logins.login(config, approvingUser());
    assert.equal(stub.requests.authorizations[1]?.get("scope"), "read write");
    await (
      await sender(t, logins, config)
    )();
  });

  test("requests a scope at the next login that the server named only where it was missing", async (t) => {
    const stub = await authorizationServerStub(t, { scope: "read" });
    const { logins, config } = await loggedIn(t, stub);
    stub.behave({ scope: "write", hidesScope: true });
    await assert.rejects((await sender(t, logins, config))(), InsufficientScopeError);
    stub.behave({ forbids: true });
    await assert.rejects((await sender(t, logins, config))(), /Error POSTing/);
    stub.behave({ scope: "write", hidesScope: true });
    await logins.login(config, approvingUser());
    assert.equal(stub.requests.authorizations[1]?.get("scope"), "read write");
    await logins.login(config, approvingUser());
    assert.equal(stub.requests.authorizations[2]?.get("scope"), null, "a login answers the challenge");
  });

  test("knows the granted scope although the authorization server does not report it", async (t) => {
    const stub = await authorizationServerStub(t, { scope: "read", omitsScope: true });
    const { logins, config } = await loggedIn(t, stub);
    const send = await sender(t, logins, config);
    stub.expireTokens();
    await send();
    stub.behave({ scope: "write", omitsScope: true });
    await assert.rejects(send(), InsufficientScopeError);
    await logins.login(config, approvingUser());
    assert.equal(stub.requests.authorizations[1]?.get("scope"), "read write");
  });

  test("gets tokens by the client's secret without a user", async (t) => {
    const stub = await authorizationServerStub(t, { scope: "read" });
    const logins = mcpLogins({ folder: temporaryFolder(t) });
    const config = urlConfig(stub.url, { clientId: "configured", clientSecret: "hidden", grant: "client_credentials" });
    const send = await sender(t, logins, config);
    await send();
    stub.expireTokens();
    await send();
    assert.deepEqual(
      stub.requests.tokens.map((request) => [request.get("grant_type"), request.get("scope")]),
      Array.from({ length: 2 }, () => ["client_credentials", "read"]),
    );
    await assert.rejects(logins.login(config, approvingUser()), /No login is needed/);
  });

  for (const [type, algorithm, hash, options] of [
    ["ec", "ES256", "sha256", { namedCurve: "P-256" }],
    ["ec", "ES384", "sha384", { namedCurve: "P-384" }],
    ["rsa", "RS256", "sha256", { modulusLength: 2048 }],
  ] as const)
    test(`gets tokens by a key that signs with ${algorithm}`, async (t) => {
      const stub = await authorizationServerStub(t);
      const folder = temporaryFolder(t);
      const { privateKey, publicKey } = generateKeyPairSync(type as "rsa", options as { modulusLength: number });
      writeFileSync(join(folder, "key.pem"), privateKey.export({ type: "pkcs8", format: "pem" }));
      const config = urlConfig(stub.url, { clientId: "configured", privateKeyFile: join(folder, "key.pem"), grant: "client_credentials" });
      await (
        await sender(t, mcpLogins({ folder }), config)
      )();
      const [head = "", body = "", signature = ""] = (stub.requests.tokens[0]?.get("client_assertion") ?? "").split(".");
      const signer = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
      assert.ok(verify(hash, Buffer.from(`${head}.${body}`), signer, Buffer.from(signature, "base64url")));
      assert.equal(JSON.parse(Buffer.from(head, "base64url").toString()).alg, algorithm);
      assert.equal(JSON.parse(Buffer.from(body, "base64url").toString()).sub, "configured");
    });

  test("explains a file that is not a private key without its content", async (t) => {
    const stub = await authorizationServerStub(t);
    const folder = temporaryFolder(t);
    const privateKeyFile = join(folder, "key.pem");
    writeFileSync(privateKeyFile, "-----BEGIN PRIVATE KEY-----\nhidden-content\n-----END PRIVATE KEY-----\n");
    const config = urlConfig(stub.url, { clientId: "configured", privateKeyFile, grant: "client_credentials" });
    const send = await sender(t, mcpLogins({ folder }), config);
    await assert.rejects(send(), fails(/^(?!.*hidden-content).*key\.pem is not a private key in PEM/));
  });

  test("does not send the client's secret to another authorization server", async (t) => {
    const stub = await authorizationServerStub(t);
    const logins = mcpLogins({ folder: temporaryFolder(t) });
    const config = urlConfig(stub.url, { clientId: "configured", clientSecret: "hidden", grant: "client_credentials" });
    const send = await sender(t, logins, config);
    await send();
    const other = await authorizationServerStub(t);
    stub.expireTokens();
    stub.behave({ authorizationServer: other.origin });
    await assert.rejects(send(), fails(/its authorization server is now .+ to accept it, run: cox mcp logout stub/));
    assert.equal(other.requests.tokens.length, 0);
  });

  test("names no token, code or secret in its messages", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub);
    const messages: string[] = [];
    for (const body of [
      '{"error":"server_error","error_description":"X"}',
      '{"error":"invalid_request","error_description":"X"}',
      '{"error":"X"}',
      "{X",
    ]) {
      stub.expireTokens();
      stub.behave({ tokenFailure: { status: 400, body: body.replace("X", [...stub.secrets].join(" ")) } });
      await (await sender(t, logins, config))().catch((error: unknown) => messages.push(inspect(error, { depth: 10 })));
      await logins.login(config, approvingUser()).catch((error: unknown) => messages.push(inspect(error, { depth: 10 })));
    }
    assert.equal(messages.length, 8);
    for (const secret of stub.secrets) assert.ok(!messages.join("\n").includes(secret));
  });
});

suite("the files of logins", () => {
  test("are private, and contain no token after a logout", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config, folder } = await loggedIn(t, stub);
    const [name = "", ...others] = readdirSync(folder);
    assert.deepEqual(others, []);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
    await logins.logout(config);
    const content = readFileSync(join(folder, name), "latin1");
    for (const secret of stub.secrets) assert.ok(!content.includes(secret));
  });

  test("are in a folder that only this user can list, also if it existed", async (t) => {
    const stub = await authorizationServerStub(t);
    const folder = temporaryFolder(t);
    chmodSync(folder, 0o755);
    await mcpLogins({ folder }).login(urlConfig(stub.url), approvingUser());
    assert.equal(statSync(folder).mode & 0o777, 0o700);
  });

  test("are refused if other users can read them", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config, folder } = await loggedIn(t, stub);
    chmodSync(join(folder, readdirSync(folder)[0] ?? ""), 0o644);
    await assert.rejects((await sender(t, logins, config))(), /is not a private file of this user\. Delete it and log in again\./);
  });

  test("are reported if they are damaged", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config, folder } = await loggedIn(t, stub);
    writeFileSync(join(folder, readdirSync(folder)[0] ?? ""), "x".repeat(8192));
    await assert.rejects((await sender(t, logins, config))(), /cannot be used: .+If it is damaged, delete it and log in again\./);
  });

  test("are separate for each URL and name", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub);
    await assert.rejects((await sender(t, logins, { ...config, name: "other" }))(), /Run: cox mcp login other$/);
    await assert.rejects((await sender(t, logins, { ...config, url: `${config.url}?x` }))(), needsLogin);
  });
});

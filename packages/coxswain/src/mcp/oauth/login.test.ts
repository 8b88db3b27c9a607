import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { suite, test } from "node:test";
import { McpError } from "../errors.ts";
import { authorizationServerStub } from "./authorization-server.fixture.ts";
import { mcpLogins } from "./logins.ts";
import { approve, approvingUser, loggedIn, sender, temporaryFolder, urlConfig } from "./logins.fixture.ts";

const isMcpError = (pattern: RegExp) => (error: unknown) => error instanceof McpError && pattern.test(error.message);

suite("S2-29: a login", () => {
  test("registers a public client, uses PKCE, and authorizes later requests", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub);
    const [registration] = stub.requests.registrations;
    const [authorization] = stub.requests.authorizations;
    assert.equal(registration?.["token_endpoint_auth_method"], "none");
    assert.deepEqual(registration["redirect_uris"], [authorization?.get("redirect_uri")]);
    assert.match(authorization?.get("redirect_uri") ?? "", /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
    assert.equal(authorization?.get("code_challenge_method"), "S256");
    assert.equal(authorization.get("resource"), stub.url);
    assert.equal(stub.requests.tokens[0]?.get("resource"), stub.url);
    const send = await sender(t, logins, config);
    await send();
    assert.deepEqual(stub.requests.served.slice(-1), [202]);
  });

  test("prints the address and shows a plain page at the end", async (t) => {
    const stub = await authorizationServerStub(t);
    const user = approvingUser();
    await mcpLogins({ folder: temporaryFolder(t) }).login(urlConfig(stub.url), user);
    assert.ok(user.printed.some((line) => line.startsWith(`${stub.origin}/authorize?`)));
    assert.match(user.lastPage(), /^The answer has reached the terminal\./);
  });

  test("reuses the registered client and its port at the next login", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub);
    await logins.login(config, approvingUser());
    assert.equal(stub.requests.registrations.length, 1);
    const [first, second] = stub.requests.authorizations;
    assert.equal(first?.get("redirect_uri"), second?.get("redirect_uri"));
  });

  test("registers a new client if the port of the old one is taken", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub);
    const port = Number(new URL(stub.requests.authorizations[0]?.get("redirect_uri") ?? "").port);
    const other = createServer().listen(port, "127.0.0.1");
    t.after(() => other.close());
    await new Promise((resolve) => other.once("listening", resolve));
    await logins.login(config, approvingUser());
    assert.equal(stub.requests.registrations.length, 2);
  });

  test("accepts the pasted URL of the last page, also when the terminal wrapped it", async (t) => {
    const stub = await authorizationServerStub(t);
    const logins = mcpLogins({ folder: temporaryFolder(t) });
    const user = approvingUser();
    const lines: string[] = ["", "hello", "http://127.0.0.1/callback?code=x&state=wrong"];
    await logins.login(urlConfig(stub.url), {
      print: user.print,
      signal: user.signal,
      async readLine() {
        const line = lines.shift();
        if (line !== undefined) return line;
        const url = await approve(user.printed.find((printed) => printed.startsWith("http")) ?? "");
        return ` ${url.slice(0, 40)}\n${url.slice(40)} `;
      },
    });
    assert.equal(user.printed.filter((line) => line.includes("not the URL of this login's last page")).length, 2);
    const send = await sender(t, logins, urlConfig(stub.url));
    await send();
  });

  test("accepts a pasted URL that is on several lines", async (t) => {
    const stub = await authorizationServerStub(t);
    const user = approvingUser();
    const lines: string[] = [];
    await mcpLogins({ folder: temporaryFolder(t) }).login(urlConfig(stub.url), {
      print: user.print,
      signal: user.signal,
      async readLine() {
        if (lines.length === 0) {
          const url = await approve(user.printed.find((printed) => printed.startsWith("http")) ?? "");
          lines.push("http://127.0.0.1/callback?code=other", ` ${url.slice(0, 30)}`, url.slice(30, 60), url.slice(60));
        }
        return lines.shift();
      },
    });
    assert.equal(user.printed.filter((line) => line.includes("or not all of it")).length, 3);
  });

  test("still waits for the browser after the end of the input", async (t) => {
    const stub = await authorizationServerStub(t);
    const inputEnd = Promise.withResolvers<void>();
    const login = mcpLogins({ folder: temporaryFolder(t) }).login(urlConfig(stub.url), {
      ...approvingUser(),
      async readLine() {
        inputEnd.resolve();
        return undefined;
      },
      async open(url) {
        await inputEnd.promise;
        await fetch(url);
      },
    });
    await login;
  });

  test("stops reading the terminal once the browser has answered", async (t) => {
    const stub = await authorizationServerStub(t);
    const stopped = Promise.withResolvers<void>();
    await mcpLogins({ folder: temporaryFolder(t) }).login(urlConfig(stub.url), {
      ...approvingUser(),
      readLine: (signal) =>
        new Promise((resolve) =>
          signal.addEventListener("abort", () => {
            stopped.resolve();
            resolve(undefined);
          }),
        ),
    });
    await stopped.promise;
  });

  test("rejects an answer with another state and waits for the right one", async (t) => {
    const stub = await authorizationServerStub(t);
    let wrong: Response | undefined;
    await mcpLogins({ folder: temporaryFolder(t) }).login(urlConfig(stub.url), {
      ...approvingUser(),
      async open(url) {
        const callback = new URL(await approve(url));
        const forged = new URL(callback);
        forged.searchParams.set("state", "forged");
        wrong = await fetch(forged);
        await fetch(callback);
      },
    });
    assert.equal(wrong?.status, 400);
    assert.equal(stub.requests.tokens.length, 1);
  });

  test("survives invalid requests to the callback", async (t) => {
    const stub = await authorizationServerStub(t);
    await mcpLogins({ folder: temporaryFolder(t) }).login(urlConfig(stub.url), {
      ...approvingUser(),
      async open(url) {
        const callback = new URL(await approve(url));
        const { port } = callback;
        const { request } = await import("node:http");
        for (const path of ["//", "*", "/callback", "/callback?%ff"])
          await new Promise<void>((resolve) =>
            request({ port, host: "127.0.0.1", path, agent: false }, (r) => r.resume().on("end", resolve)).end(),
          );
        await fetch(callback);
      },
    });
  });

  test("reports a denied login in one clean line, and changes nothing", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub);
    stub.behave({ denies: { error: "access_denied", description: "No\u001b[31m\naccess\u202e" } });
    await assert.rejects(
      logins.login(config, approvingUser()),
      isMcpError(/^MCP server stub: login failed: access_denied \(No access\)\. To try again/),
    );
    stub.behave({});
    const send = await sender(t, logins, config);
    await send();
    assert.deepEqual(stub.requests.served.slice(-1), [202]);
  });

  for (const iss of ["wrong", "missing"] as const)
    test(`rejects an answer whose issuer is ${iss} before it sends the code (RFC 9207)`, async (t) => {
      const stub = await authorizationServerStub(t, { iss });
      await assert.rejects(
        mcpLogins({ folder: temporaryFolder(t) }).login(urlConfig(stub.url), approvingUser()),
        isMcpError(/[Ii]ssuer mismatch/),
      );
      assert.equal(stub.requests.tokens.length, 0);
    });

  for (const iss of ["wrong", "missing"] as const)
    test(`does not show the error of an answer whose issuer is ${iss}`, async (t) => {
      const stub = await authorizationServerStub(t, { iss, denies: { error: "visit attacker.example" } });
      await assert.rejects(
        mcpLogins({ folder: temporaryFolder(t) }).login(urlConfig(stub.url), approvingUser()),
        isMcpError(/^(?!.*visit attacker)/),
      );
    });

  test("ends when its signal aborts, and frees its port", async (t) => {
    const stub = await authorizationServerStub(t);
    const controller = new AbortController();
    const opened = Promise.withResolvers<string>();
    const login = mcpLogins({ folder: temporaryFolder(t) }).login(urlConfig(stub.url), {
      print: () => {},
      open: opened.resolve,
      signal: controller.signal,
    });
    const callback = new URL(await approve(await opened.promise));
    controller.abort(new Error("interrupted"));
    await assert.rejects(login, /^Error: interrupted$/);
    await assert.rejects(fetch(callback), /fetch failed/);
  });

  test("continues if no browser opens", async (t) => {
    const stub = await authorizationServerStub(t);
    const user = approvingUser();
    await mcpLogins({ folder: temporaryFolder(t) }).login(urlConfig(stub.url), {
      ...user,
      open(url) {
        void fetch(url);
        throw new Error("no browser");
      },
    });
  });

  test("uses the configured port and client, and no registration", async (t) => {
    const stub = await authorizationServerStub(t);
    const probe = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => probe.once("listening", resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    await loggedIn(t, stub, { clientId: "configured", clientSecret: "hidden", port });
    assert.equal(stub.requests.registrations.length, 0);
    assert.equal(stub.requests.authorizations[0]?.get("client_id"), "configured");
    assert.equal(stub.requests.authorizations[0].get("redirect_uri"), `http://127.0.0.1:${port}/callback`);
  });

  test("does not use a configured client at another authorization server than before", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub, { clientId: "configured", clientSecret: "hidden" });
    const other = await authorizationServerStub(t);
    stub.behave({ authorizationServer: other.origin });
    await assert.rejects(logins.login(config, approvingUser()), isMcpError(/login failed: .*authorization server/i));
    const { registrations, authorizations, tokens } = other.requests;
    assert.deepEqual([registrations, authorizations, tokens], [[], [], []]);
  });

  test("succeeds where a gateway answers 502 in place of the server's metadata", async (t) => {
    await loggedIn(t, await authorizationServerStub(t, { resourceMetadataStatus: 502 }));
  });

  test("names a configured port that is taken", async (t) => {
    const stub = await authorizationServerStub(t);
    const port = Number(new URL(stub.origin).port);
    await assert.rejects(
      loggedIn(t, stub, { port }),
      isMcpError(new RegExp(`port ${port} cannot be used.+EADDRINUSE.+Change oauth\\.callbackPort`)),
    );
  });

  test("uses the client metadata document where the authorization server allows it", async (t) => {
    const clientMetadataUrl = "https://client.example/metadata.json";
    const stub = await authorizationServerStub(t, { acceptsMetadataDocuments: true });
    await loggedIn(t, stub, { clientMetadataUrl });
    assert.equal(stub.requests.authorizations[0]?.get("client_id"), clientMetadataUrl);
    const other = await authorizationServerStub(t);
    await loggedIn(t, other, { clientMetadataUrl });
    assert.equal(other.requests.registrations.length, 1);
  });

  test("asks for a client ID if clients cannot be registered", async (t) => {
    const stub = await authorizationServerStub(t, { registers: false });
    await assert.rejects(loggedIn(t, stub), isMcpError(/does not register clients\. Set oauth\.clientId/));
  });

  for (const [title, behaviour] of [
    ["the metadata is that of OpenID Connect", { metadata: "openid" }],
    ["the server itself is the authorization server", { resourceMetadata: false }],
    ["there is no metadata at all", { resourceMetadata: false, metadata: "none" }],
  ] as const)
    test(`succeeds where ${title}`, async (t) => {
      const stub = await authorizationServerStub(t, behaviour);
      const { logins, config } = await loggedIn(t, stub);
      const send = await sender(t, logins, config);
      await send();
      assert.deepEqual(stub.requests.served.slice(-1), [202]);
    });

  test("rejects metadata that describes another server", async (t) => {
    const stub = await authorizationServerStub(t, { resource: "https://other.example/mcp" });
    await assert.rejects(loggedIn(t, stub), isMcpError(/other\.example/));
    assert.equal(stub.requests.authorizations.length, 0);
  });

  test("does not open a login page that is not encrypted", async (t) => {
    const stub = await authorizationServerStub(t, { loginPage: "http://login.example" });
    const user = approvingUser();
    await assert.rejects(mcpLogins({ folder: temporaryFolder(t) }).login(urlConfig(stub.url), user), isMcpError(/not at an https URL/));
    assert.deepEqual(user.printed, []);
  });

  test("requests the scopes of the server's challenge and the configured ones", async (t) => {
    const stub = await authorizationServerStub(t, { scope: "read" });
    await loggedIn(t, stub, { scopes: ["extra"] });
    assert.equal(stub.requests.authorizations[0]?.get("scope"), "read extra");
  });

  for (const [status, body, reason] of [
    [500, "<html>secret-body</html>", "an invalid response (HTTP 500)"],
    [429, '{"message":"secret-body"}', "an invalid response (HTTP 429)"],
    [302, "secret-body", "an invalid response (HTTP 302)"],
    [200, '{"access_token":5,"secret":"secret-body"}', "an invalid response"],
    [200, "[]", "an invalid response"],
    [400, '{"error":"invalid_grant","error_description":"secret-body"}', "invalid_grant"],
  ] as const)
    test(`does not show the body of an invalid token response: ${status} ${body}`, async (t) => {
      const stub = await authorizationServerStub(t, { tokenFailure: { status, body } });
      await assert.rejects(loggedIn(t, stub), (error: unknown) => {
        assert.ok(error instanceof McpError);
        assert.equal(error.message, `MCP server stub: login failed: ${reason}. To try again, run: cox mcp login stub`);
        return true;
      });
    });

  for (const tokenMembers of [
    { expires_in: null, scope: null, id_token: null },
    { expires_in: "soon" },
    { expires_in: 0 },
    { expires_in: undefined },
    { refresh_token: null },
  ])
    test(`accepts tokens with ${JSON.stringify(tokenMembers)}, and uses them until they are rejected`, async (t) => {
      const stub = await authorizationServerStub(t, { tokenMembers });
      const { logins, config } = await loggedIn(t, stub);
      await (
        await sender(t, logins, config)
      )();
      assert.deepEqual(stub.requests.served.slice(-1), [202]);
      assert.equal(stub.requests.tokens.length, 1);
    });

  test("sends nothing without encryption to another host than the server's", async (t) => {
    const stub = await authorizationServerStub(t, { registrationOrigin: "http://login.example" });
    await assert.rejects(loggedIn(t, stub), isMcpError(/login failed: http:\/\/login\.example is not encrypted\./));
    const other = await authorizationServerStub(t, { authorizationServer: "http://login.example" });
    await assert.rejects(loggedIn(t, other), isMcpError(/login failed: http:\/\/login\.example is not encrypted\./));
  });

  test("does not continue with another authorization server if the server's metadata cannot be read", async (t) => {
    const stub = await authorizationServerStub(t, { resourceMetadataStatus: 503 });
    await assert.rejects(loggedIn(t, stub), isMcpError(/login failed: HTTP 503 from http:\/\/127\.0\.0\.1:\d+\. To try again/));
    assert.equal(stub.requests.registrations.length, 0);
  });

  test("does not ask the target of a redirect what its logins require", async (t) => {
    const other = await authorizationServerStub(t, { scope: "other" });
    const stub = await authorizationServerStub(t, { redirectsTo: other.url });
    await loggedIn(t, stub);
    assert.equal(stub.requests.authorizations[0]?.get("scope"), null);
    assert.deepEqual(other.requests.served, []);
  });

  test("reports the status of a rejected registration", async (t) => {
    const stub = await authorizationServerStub(t, { registrationStatus: 429 });
    await assert.rejects(
      loggedIn(t, stub),
      isMcpError(/its authorization server did not register a client \(HTTP 429\)\. Set oauth\.clientId/),
    );
  });

  test("uses the server's present metadata, although an earlier challenge named another address", async (t) => {
    const stub = await authorizationServerStub(t, { scope: "read", challengedMetadata: "/moved" });
    const logins = mcpLogins({ folder: temporaryFolder(t) });
    const config = urlConfig(stub.url);
    await assert.rejects((await sender(t, logins, config))(), isMcpError(/not logged in/));
    stub.behave({ scope: "read" });
    await logins.login(config, approvingUser());
    assert.equal(stub.requests.authorizations[0]?.get("scope"), "read");
  });

  test("logs in as a user after the grant was client_credentials", async (t) => {
    const stub = await authorizationServerStub(t);
    const logins = mcpLogins({ folder: temporaryFolder(t) });
    const oauth = { clientId: "configured", clientSecret: "hidden" };
    await (
      await sender(t, logins, urlConfig(stub.url, { ...oauth, grant: "client_credentials" }))
    )();
    await logins.login(urlConfig(stub.url, oauth), approvingUser());
    assert.deepEqual(
      stub.requests.tokens.map((request) => request.get("grant_type")),
      ["client_credentials", "authorization_code"],
    );
  });
});

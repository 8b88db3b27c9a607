import assert from "node:assert/strict";
import { suite, test, type TestContext } from "node:test";
import { McpError } from "../errors.ts";
import type { McpOAuthConfig } from "../types.ts";
import { type AuthorizationServerStub, authorizationServerStub, type StubBehaviour } from "./authorization-server.fixture.ts";
import { approvingUser, loggedIn, sender, temporaryFolder, urlConfig } from "./logins.fixture.ts";
import { type McpLogout, mcpLogins } from "./logins.ts";

const revokes: StubBehaviour = { revokes: () => ({ status: 200 }) };

/** Logs in and out at a stub. */
const loggedOut = async (
  t: TestContext,
  behaviour: StubBehaviour,
  oauth: McpOAuthConfig = {},
): Promise<{ readonly stub: AuthorizationServerStub; readonly logout: McpLogout | undefined; readonly hints: readonly unknown[] }> => {
  const stub = await authorizationServerStub(t, behaviour);
  const { logins, config } = await loggedIn(t, stub, oauth);
  const logout = await logins.logout(config);
  assert.equal(await logins.logout(config), undefined, "nothing is left");
  return { stub, logout, hints: stub.requests.revocations.map(({ parameters }) => parameters.get("token_type_hint")) };
};

suite("S2-29: a logout", () => {
  test("deletes the tokens and the client", async (t) => {
    const stub = await authorizationServerStub(t);
    const { logins, config } = await loggedIn(t, stub);
    assert.deepEqual(await logins.logout(config), { revocationFailure: undefined });
    assert.equal(await logins.logout(config), undefined);
    const send = await sender(t, logins, config);
    await assert.rejects(send(), /not logged in\. Run: cox mcp login stub$/);
    await logins.login(config, approvingUser());
    assert.equal(stub.requests.registrations.length, 2);
  });

  test("revokes both tokens as the client that they were issued to", async (t) => {
    const { stub, logout, hints } = await loggedOut(t, revokes);
    assert.deepEqual(logout, { revocationFailure: undefined });
    assert.deepEqual(hints, ["refresh_token", "access_token"]);
    const [first, second] = stub.requests.revocations;
    assert.match(first?.parameters.get("token") ?? "", /^refresh-/);
    assert.match(second?.parameters.get("token") ?? "", /^access-/);
    assert.equal(first?.parameters.get("client_id"), stub.requests.authorizations[0]?.get("client_id"));
    assert.equal(first?.authorization, undefined);
  });

  test("authenticates a configured client by its secret", async (t) => {
    const { stub } = await loggedOut(t, revokes, { clientId: "configured", clientSecret: "hidden" });
    const [revocation] = stub.requests.revocations;
    assert.equal(revocation?.authorization, `Basic ${Buffer.from("configured:hidden").toString("base64")}`);
    assert.equal(revocation.parameters.get("client_id"), null);
  });

  test("sends no revocation where the authorization server cannot", async (t) => {
    const { logout, hints } = await loggedOut(t, {});
    assert.deepEqual([logout, hints], [{ revocationFailure: undefined }, []]);
  });

  for (const [title, behaviour, reason] of [
    ["fails", { revokes: () => ({ status: 503, body: "<html>down</html>" }) }, "an invalid response (HTTP 503)"],
    ["redirects", { revokes: () => ({ status: 307 }) }, "an invalid response (HTTP 307)"],
    ["rejects the client", { revokes: () => ({ status: 401, body: '{"error":"invalid_client"}' }) }, "invalid_client"],
  ] as const)
    test(`deletes the login and reports why it was not revoked if the authorization server ${title}`, async (t) => {
      const { logout, hints } = await loggedOut(t, behaviour);
      assert.deepEqual(logout, { revocationFailure: reason });
      assert.deepEqual(hints, ["refresh_token"]);
    });

  for (const [kind, reason] of [
    ["access_token", undefined],
    ["refresh_token", "unsupported_token_type"],
  ] as const)
    test(`reports ${reason === undefined ? "no" : "a"} failure if the authorization server cannot revoke an ${kind}`, async (t) => {
      const { logout } = await loggedOut(t, {
        revokes: (hint) => (hint === kind ? { status: 400, body: '{"error":"unsupported_token_type"}' } : { status: 200 }),
      });
      assert.deepEqual(logout, { revocationFailure: reason });
    });

  test("sends no revocation for a client that logs in without a user", async (t) => {
    const stub = await authorizationServerStub(t, revokes);
    const logins = mcpLogins({ folder: temporaryFolder(t) });
    const config = urlConfig(stub.url, { clientId: "configured", clientSecret: "hidden", grant: "client_credentials" });
    await (
      await sender(t, logins, config)
    )();
    assert.deepEqual(await logins.logout(config), { revocationFailure: undefined });
    assert.equal(stub.requests.revocations.length, 0);
  });

  test("deletes the challenge of a login that never succeeded", async (t) => {
    const stub = await authorizationServerStub(t, { scope: "read" });
    const logins = mcpLogins({ folder: temporaryFolder(t) });
    const config = urlConfig(stub.url);
    await assert.rejects((await sender(t, logins, config))(), McpError);
    assert.deepEqual(await logins.logout(config), { revocationFailure: undefined });
    assert.equal(await logins.logout(config), undefined);
  });
});

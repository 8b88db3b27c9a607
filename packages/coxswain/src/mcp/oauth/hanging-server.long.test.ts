import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { authorizationServerStub } from "./authorization-server.fixture.ts";
import { loggedIn, sender, temporaryFolder, urlConfig, approvingUser } from "./logins.fixture.ts";
import { mcpLogins } from "./logins.ts";

suite("S2-29: an authorization server that hangs", { concurrency: true }, () => {
  for (const hangsAt of ["/token", "/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-authorization-server"])
    test(`delays a refresh by 15 s at ${hangsAt}, and ends no login`, async (t) => {
      const stub = await authorizationServerStub(t);
      const { logins, config } = await loggedIn(t, stub);
      const send = await sender(t, logins, config);
      stub.expireTokens();
      stub.behave({ hangsAt });
      await assert.rejects(send(), /the login cannot be renewed: no response from http:\/\/127\.0\.0\.1:\d+ in time\. Try again later\./);
      stub.behave({});
      await send();
      assert.equal(stub.requests.served.at(-1), 202);
    });

  for (const hangsAt of ["/mcp", "/register", "/.well-known/oauth-protected-resource/mcp"])
    test(`ends a login attempt after 15 s at ${hangsAt}`, async (t) => {
      const stub = await authorizationServerStub(t, { hangsAt });
      const attempt = mcpLogins({ folder: temporaryFolder(t) }).login(urlConfig(stub.url), approvingUser());
      await assert.rejects(attempt, /login failed: no response .*in time\. To try again/);
      assert.equal(stub.requests.authorizations.length, 0);
    });

  test("delays a logout by 15 s, and deletes the login", async (t) => {
    const stub = await authorizationServerStub(t, { revokes: () => ({ status: 200 }), hangsAt: "/revoke" });
    const { logins, config } = await loggedIn(t, stub);
    assert.match((await logins.logout(config))?.revocationFailure ?? "", /^no response from .+ in time$/);
    assert.equal(await logins.logout(config), undefined);
  });
});

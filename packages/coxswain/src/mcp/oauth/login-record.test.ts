import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { parseLoginRecord } from "./login-record.ts";

const tokens = { access_token: "a", token_type: "Bearer", refresh_token: "r", issuer: "https://a.example" };
const client = { information: { client_id: "c", issuer: "https://a.example" }, redirectUrl: "http://127.0.0.1:4000/callback" };
const challenge = { scope: "read" };

suite("a stored login", () => {
  test("is read as it was written", () => {
    assert.deepEqual(parseLoginRecord({ tokens, client, challenge }), { tokens, client, challenge });
    assert.deepEqual(parseLoginRecord({ client: { information: client.information } }), { client: { information: client.information } });
  });

  for (const value of [undefined, null, "x", [], 5])
    test(`is empty if ${JSON.stringify(value)} is stored`, () => assert.deepEqual(parseLoginRecord(value), {}));

  for (const part of [
    { tokens: { ...tokens, access_token: 5 } },
    { tokens: { ...tokens, refresh_token: 5 } },
    { tokens: { ...tokens, issuer: undefined } },
    { client: { ...client, information: { issuer: "https://a.example" } } },
    { client: { ...client, information: { client_id: "c" } } },
    { client: { ...client, redirectUrl: "callback" } },
    { client: { ...client, redirectUrl: 5 } },
    { challenge: { scope: 5 } },
    { challenge: { resourceMetadataUrl: {} } },
  ])
    test(`is used without ${JSON.stringify(part)}`, () => {
      const expected = { tokens, client, challenge };
      const [name] = Object.keys(part);
      assert.deepEqual(
        parseLoginRecord({ ...expected, ...part }),
        Object.fromEntries(Object.entries(expected).filter(([key]) => key !== name)),
      );
    });
});

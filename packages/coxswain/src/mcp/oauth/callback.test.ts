import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { parseCallback } from "./callback.ts";

const code = { kind: "code", code: "abc", iss: undefined };

suite("the answer to a login", () => {
  for (const text of [
    "http://127.0.0.1:4000/callback?code=abc&state=s",
    "?code=abc&state=s",
    "state=s&code=abc",
    " http://127.0.0.1:4000/callback?co\r\nde=abc\n&state=s\n",
    "http://127.0.0.1:4000/callback?code=abc&state=s#_=_",
  ])
    test(`is read from ${JSON.stringify(text)}`, () => assert.deepEqual(parseCallback(text, "s"), code));

  for (const text of ["", "abc", "?code=abc", "?code=abc&state=S", "?code=abc&state=", "?state=s", "?state=s&code=", "?code=abc#state=s"])
    test(`is not ${JSON.stringify(text)}`, () => assert.equal(parseCallback(text, "s"), undefined));

  test("is an error rather than a code", () => {
    const error = parseCallback("?state=s&code=abc&error=access_denied&iss=https://a.example", "s");
    assert.deepEqual(error, { kind: "error", error: "access_denied", description: undefined, iss: "https://a.example" });
  });
});

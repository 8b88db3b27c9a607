import assert from "node:assert/strict";
import { test } from "node:test";
import { bothWays } from "./differential.fixture.ts";
import { answering, FIXTURE_ENV, FIXTURES } from "./fixtures.fixture.ts";

/*
 * The adapters write our requests, and what they want to find in a history is what they gave out of an answer. So what our
 * readers make of an answer is held to what the adapters make of it: part by part, data and usage included.
 */
for (const { name, model, bytes } of FIXTURES) {
  test(`${name}: our reader gives what the adapter gives`, async () => {
    const { adapter, ours } = await bothWays(model, { env: FIXTURE_ENV, fetch: answering(bytes) });
    assert.deepEqual(ours, adapter);
  });
}

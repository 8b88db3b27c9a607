import assert from "node:assert/strict";
import { request } from "../wires.fixture.ts";
import { oracle, type Scene, type Written } from "./oracle.fixture.ts";

/** Returns the URL and headers of a request, after it asserts that the adapter's are equal, except for the user agent. */
export const comparedEndpoint = async (scene: Scene): Promise<Pick<Written, "url" | "headers">> => {
  const both = await oracle(scene);
  const { url, headers } = both.ours(request());
  const adapter = await both.adapter(request());
  assert.equal(url, adapter.url);
  const { "user-agent": agent, ...others } = headers;
  const { "user-agent": adaptersAgent, ...adaptersOthers } = adapter.headers;
  assert.deepEqual(others, adaptersOthers);
  assert.notEqual(agent, adaptersAgent);
  return { url, headers };
};

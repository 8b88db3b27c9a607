import assert from "node:assert/strict";
import { test } from "node:test";
import { ownCaches } from "./package-managers.ts";

test("caches are in a writable folder, those of packages only with a network, and a cache in the workspace is unchanged", () => {
  assert.deepEqual(ownCaches("/tmp", { env: {}, root: "/p", network: false }), { GOCACHE: "/tmp/.caches/go-build" });
  const named = ownCaches("/tmp", { env: { GOCACHE: "/p/cache", npm_config_cache: "/home/me/.npm" }, root: "/p", network: true });
  assert.equal(named["npm_config_cache"], "/tmp/.caches/npm");
  assert.equal(named["CARGO_HOME"], "/tmp/.caches/cargo");
  assert.equal(named["GOCACHE"], undefined);
});

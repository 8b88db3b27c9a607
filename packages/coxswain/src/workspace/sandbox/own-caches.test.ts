import assert from "node:assert/strict";
import { test } from "node:test";
import { ownCaches } from "./own-caches.ts";

test("caches lie where commands may write, those of packages only where there is a network, and one that is set already stays", () => {
  assert.deepEqual(ownCaches("/tmp", { env: {}, network: false }), { GOCACHE: "/tmp/.caches/go-build" });
  const named = ownCaches("/tmp", { env: { GOCACHE: "/p/cache", CARGO_HOME: "" }, network: true });
  assert.equal(named["npm_config_cache"], "/tmp/.caches/npm");
  assert.deepEqual([named["GOCACHE"], named["CARGO_HOME"]], [undefined, undefined]);
});

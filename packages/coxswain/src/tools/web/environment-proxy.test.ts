import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { loopbackWeb, PRIVATE, PUBLIC } from "./web.fixture.ts";

/** Runs in a separate process, because Node reads these variables at startup. */
const PROGRAM = (url: string): string => `
import { withResponse } from ${JSON.stringify(join(import.meta.dirname, "get.ts"))};
import { readBody } from ${JSON.stringify(join(import.meta.dirname, "read-body.ts"))};
const options = { lookup: async () => ["${PUBLIC}"], isPrivate: (address) => address !== "${PUBLIC}" };
const context = { signal: new AbortController().signal, permission: async () => {} };
const { bytes } = await withResponse(new URL("${url}"), { tool: "fetch", options, context, timeout: 5000 }, ({ response }) => readBody(response, 100));
console.log(String(bytes));`;

test("ignores proxies of the environment, because the addresses that they connect to cannot be checked", async (t) => {
  const { port, asked } = await loopbackWeb(t, (_, response) => void response.end("there"));
  const proxy = `http://${PRIVATE}:${port}`;
  const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];
  const env = {
    ...process.env,
    NODE_USE_ENV_PROXY: "1",
    NO_PROXY: "",
    no_proxy: "",
    ...Object.fromEntries(names.map((name) => [name, proxy])),
  };
  const args = ["--conditions=coxswain-source", "--input-type=module", "-e", PROGRAM(`http://public.test:${port}/x`)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  assert.equal(stdout, "there\n");
  assert.deepEqual(asked, [{ at: PUBLIC, url: "/x" }]);
});

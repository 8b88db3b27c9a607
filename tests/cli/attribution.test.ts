import assert from "node:assert/strict";
import { test } from "node:test";
import { openCox } from "./cox-scene.ts";

const bashDescription = (body: Readonly<Record<string, unknown>> | undefined): string =>
  ((body?.["tools"] ?? []) as readonly { readonly name: string; readonly description?: string }[]).find(({ name }) => name === "bash")
    ?.description ?? "";

test("the model adds a trailer to commit messages only if the setting attribution names one", async () => {
  const trailer = "Co-Authored-By: cox <cox@example.com>";
  await using cox = await openCox(["done", "done"]);
  await cox.run(["-p", "Commit it."]);
  assert.doesNotMatch(bashDescription(cox.server.requests[0]?.body), /commit message/);
  await cox.set({ attribution: trailer });
  const { code, stderr } = await cox.run(["-p", "Commit it."]);
  assert.equal(code, 0, stderr);
  assert.ok(bashDescription(cox.server.requests.at(-1)?.body).endsWith(`end it with an empty line and this trailer: ${trailer}`));
});

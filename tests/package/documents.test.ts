import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { openCox } from "../cli/cox-scene.ts";
import { builtPackage } from "./built-package.ts";

const PAGE = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>endobj
4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
5 0 obj<</Length 47>>stream
BT /F1 12 Tf 72 720 Td (Bowline, bend) Tj    ET
endstream endobj
trailer<</Root 1 0 R>>
`;

test("the built cox reads a PDF, with the reader in a separate chunk", async () => {
  await using cox = await openCox([{ calls: [{ name: "read", input: { path: "knots.pdf" } }] }, "done"]);
  await cox.write("knots.pdf", PAGE);
  const { code, stderr } = await cox.run(["-p", "Read it."], { program: [join(builtPackage("cli"), "main.cjs")] });
  assert.equal(code, 0, stderr);
  assert.match(JSON.stringify(cox.server.requests.at(-1)?.body), /--- page 1 of 1 ---\\nBowline, bend/);
});

import { mkdtemp, mkdir, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A library of one function with an error in it, and a test that shows the error. */
const FILES: Readonly<Record<string, string>> = {
  "package.json": `{ "name": "pages", "private": true, "type": "module" }\n`,
  "src/page-count.js": `/** How many pages a list takes. */
export const pageCount = (items, perPage) => {
  return Math.floor(items / perPage);
};
`,
  "src/page-count.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { pageCount } from "./page-count.js";

test("full pages", () => assert.equal(pageCount(20, 10), 2));
test("a partial page counts too", () => assert.equal(pageCount(21, 10), 3));
`,
};

/** Writes the project to a new temporary folder, whose path it returns. */
export const makeSampleProject = async (): Promise<string> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "cox-tour-")));
  for (const [name, content] of Object.entries(FILES)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return folder;
};

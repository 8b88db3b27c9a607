import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

test("loading SQLite hides its experimental warning, and no other", () => {
  const program = `
    import { loadSqlite } from ${JSON.stringify(new URL("./load-sqlite.ts", import.meta.url).href)};
    const { emitWarning } = process;
    new (loadSqlite().DatabaseSync)(":memory:").close();
    if (process.emitWarning !== emitWarning) throw new Error("It is not as it was.");
    process.emitWarning("of the program's own");`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  assert.doesNotMatch(stderr, /SQLite/);
  assert.match(stderr, /Warning: of the program's own/);
});

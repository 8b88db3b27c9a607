// Scans a folder, changes a file and scans again, and prints the times in milliseconds as JSON: `first`, `later`.
// Arguments: the folder.
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { folderScanners } from "coxswain/tools";

const [root = ""] = process.argv.slice(2);
const contents = { put: async () => "sha256-", get: async () => undefined };
const scanner = folderScanners()(root, contents);
if (scanner === undefined) throw new Error(`${root} is not scanned`);

const timed = async <Value>(action: () => Promise<Value>): Promise<readonly [number, Value]> => {
  const begun = performance.now();
  const value = await action();
  return [performance.now() - begun, value];
};

const [first, before] = await timed(() => scanner.scan());
appendFileSync(join(root, "folder-0", "file-0.ts"), "// changed\n");
const [later] = await timed(() => scanner.scan(before));
console.log(JSON.stringify({ first, later }));

import { WorktreeError } from "../errors.ts";
import type { IndexEntry } from "../project/index.ts";

const SUBMODULE = "160000";
const ENTRY =
  /(\d{6}) ([0-9a-f]+) \d\t([^\0]+)\0 {2}ctime: (\d+):(\d+)\n {2}mtime: (\d+):(\d+)\n {2}dev: \d+\tino: (\d+)\n {2}uid: \d+\tgid: \d+\n {2}size: (\d+)\tflags: [0-9a-f]+\n/gy;

/**
 * Parses the output of `git ls-files -z --cached --stage --debug`. Slower than reading the file of the index, but git knows all of
 * its forms.
 * @throws {WorktreeError} this version of git has another format
 */
export const listedEntries = (listed: Buffer): readonly IndexEntry[] => {
  const entries: IndexEntry[] = [];
  let end = 0;
  const text = listed.toString();
  for (const found of text.matchAll(ENTRY)) {
    const [all, mode, object = "", path = "", ...numbers] = found;
    const [changed = 0, changedNs = 0, modified = 0, modifiedNs = 0, inode = 0, size = 0] = numbers.map(Number);
    end = found.index + all.length;
    entries.push({
      path,
      isSubmodule: mode === SUBMODULE,
      object,
      stat: { changedAt: changed * 1000 + changedNs / 1e6, modifiedAt: modified * 1000 + modifiedNs / 1e6, inode, size },
    });
  }
  if (end !== text.length) throw new WorktreeError("Git lists its index in an unknown format.");
  return entries;
};

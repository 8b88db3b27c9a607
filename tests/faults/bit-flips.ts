import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { repairSession } from "coxswain/session";
import { jsonlStore, readSession } from "coxswain";
import { checkSession, isIntact } from "coxswain/store";

/** Result of one flipped bit in a session file. */
export type Flip =
  /** The session opens with all entries: the bit is in a string, a number, or a field that no reader knows. */
  | { readonly kind: "unnoticed" }
  /** `lost`: number of entries. `named`: what the check reported. */
  | { readonly kind: "repaired"; readonly lost: number; readonly named: readonly string[] }
  /** Nothing in the file can restore it: the check reports the loss, or the next step. */
  | { readonly kind: "named"; readonly named: readonly string[] }
  | { readonly kind: "unclassified"; readonly named: readonly string[] };

/** Flips a bit of a session file, checks it, repairs it, and checks it again. Restores the file. */
export const flipBit = async (directory: string, path: string, bit: number): Promise<Flip> => {
  const whole = readFileSync(path);
  const entries = (await checkSession(path)).entries;
  const flipped = Buffer.from(whole);
  flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  writeFileSync(path, flipped);
  try {
    const { problem, damage, ...check } = await checkSession(path);
    const named = [...(problem === undefined ? [] : [problem]), ...damage.map(({ detail }) => detail)];
    if (named.length === 0) {
      const read = await readSession(jsonlStore({ directory }), basename(path, ".jsonl")).catch(() => undefined);
      return check.entries === entries && read?.damage.length === 0 ? { kind: "unnoticed" } : { kind: "unclassified", named };
    }
    const repair = await repairSession(path, { cwd: directory }).catch((error: Error) => error);
    if (repair instanceof Error) return { kind: /Update Coxswain/.test(repair.message) ? "named" : "unclassified", named };
    if (repair !== undefined) rmSync(repair.backup);
    const after = await checkSession(path);
    if (isIntact(after) && repair !== undefined) return { kind: "repaired", lost: entries - after.entries, named };
    const isMissingContent = after.problem === undefined && after.damage.every(({ kind }) => kind === "blob" || kind === "torn");
    return { kind: isMissingContent ? "named" : "unclassified", named: after.damage.map(({ detail }) => detail) };
  } finally {
    writeFileSync(path, whole);
  }
};

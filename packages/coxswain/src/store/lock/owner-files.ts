import { linkSync, rmSync, writeFileSync } from "node:fs";
import { thisOwner } from "./owner.ts";

/**
 * Says beside each session that this process owns who that is. Sessions that are open at one time share one file, under a
 * name for each: another name costs a tenth of another file. A lock holds without it: that people are told less is no
 * reason to stop.
 */
export class OwnerFiles {
  readonly #held = new Set<string>();

  write(path: string): void {
    try {
      rmSync(path, { force: true });
      if (!this.#name(path)) writeFileSync(path, `${JSON.stringify(thisOwner())}\n`, { flag: "wx", mode: 0o600 });
      this.#held.add(path);
    } catch {
      // A full disk, most likely, which the next append tells of.
    }
  }

  remove(path: string): void {
    this.#held.delete(path);
    rmSync(path, { force: true });
  }

  /** False where no other session is open, or its file cannot have two names. */
  #name(path: string): boolean {
    const [other] = this.#held;
    if (other === undefined) return false;
    try {
      linkSync(other, path);
      return true;
    } catch {
      return false;
    }
  }
}

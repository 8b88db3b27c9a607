import { linkSync, rmSync, writeFileSync } from "node:fs";
import { thisOwner } from "./owner.ts";

/**
 * Writes a file next to each session that this process owns, which identifies the owner. Sessions that are open at the
 * same time share one file under several hard links: a link costs a tenth of a file. Errors are ignored, since the lock
 * does not depend on this file.
 */
export class OwnerFiles {
  readonly #held = new Set<string>();

  write(path: string): void {
    try {
      rmSync(path, { force: true });
      if (!this.#name(path)) writeFileSync(path, `${JSON.stringify(thisOwner())}\n`, { flag: "wx", mode: 0o600 });
      this.#held.add(path);
    } catch {
      // Most likely a full disk, which the next append reports.
    }
  }

  remove(path: string): void {
    this.#held.delete(path);
    rmSync(path, { force: true });
  }

  /** Returns false if no other session is open, or if its file cannot have a second name. */
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

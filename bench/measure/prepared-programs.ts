import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { basename, join } from "node:path";

const root = join(import.meta.dirname, "..", "..");
const folder = join(root, ".bench");

/**
 * Writes the measured programs as JavaScript, so that no figure includes the time of stripping types. They are inside
 * the checkout, so that they resolve the built library like any other program.
 */
export const preparePrograms = (): void => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const path of globSync("bench/programs/*.ts", { cwd: root })) {
    const source = readFileSync(join(root, path), "utf8");
    writeFileSync(join(folder, `${basename(path, ".ts")}.mjs`), stripTypeScriptTypes(source));
  }
};

/** The path of a prepared program. */
export const program = (name: string): string => join(folder, `${name}.mjs`);

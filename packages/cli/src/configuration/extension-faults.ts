import { realpathSync } from "node:fs";
import { basename, dirname, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Extensions, LoadedExtension } from "coxswain";

/**
 * Tells of what an extension throws and nobody catches, as in a timer of its own, and lets the program go on; the same only once. What it
 * registered stays: with a hook that denies, a run would be without its guard. All else ends the program as before.
 */
export const tellFaults = (extensions: Pick<Extensions, "loaded">, tell: (line: string) => void): void => {
  const told = new Set<string>();
  process.setUncaughtExceptionCaptureCallback((error) => {
    const whose = extensions.loaded.find((extension) => isOf(extension, error));
    if (whose === undefined) return process.listeners("uncaughtException").forEach((end) => end(error, "uncaughtException"));
    const line = `The extension ${whose.name} (${whose.place}) threw what nobody caught: ${error.message}`;
    if (told.has(line)) return;
    told.add(line);
    tell(line);
  });
};

const isOf = ({ place }: LoadedExtension, error: unknown): boolean =>
  error instanceof Error && error.stack?.includes(pathToFileURL(codeOf(realpathSync(place))).href) === true;

/** The file, or all of the folder of an `index` or of a package. */
const codeOf = (file: string): string =>
  /^index\.\w+$/.test(basename(file)) || file.includes(`${sep}node_modules${sep}`) ? `${dirname(file)}${sep}` : file;

import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asRecord } from "../base/index.ts";
import { isIntactManifest } from "./manifest.ts";
import type { McpManifest, McpServerConfig } from "./types.ts";

export interface CachedManifest {
  readonly manifest: McpManifest;
  /** The era in which the server answered. Absent after a week: a server that learns the modern era still speaks both. */
  readonly era?: McpManifest["era"];
}

/** The cached manifest of one server configuration. */
export interface ManifestCache {
  /** Returns undefined if nothing is cached, or the file is damaged. */
  read(): CachedManifest | undefined;
  /**
   * Replaces the file atomically, mode 0600, and removes files of configurations that are no longer used. A failure is
   * ignored: the cache only saves time.
   */
  write(manifest: McpManifest): void;
}

const VERSION = 1;

const DAY = 86_400_000;

/** Milliseconds until the era is asked again, and until an unchanged file is removed. */
const AGE = { era: 7 * DAY, file: 90 * DAY };

/** @param cwd folder of a command without its own `cwd`: the same command may offer other tools elsewhere */
export const manifestCache = (folder: string, config: McpServerConfig, cwd: string): ManifestCache => {
  const path = join(folder, `${keyOf(config, cwd)}.json`);
  return {
    read() {
      try {
        const age = Date.now() - statSync(path).mtimeMs;
        const { version, manifest } = asRecord(JSON.parse(readFileSync(path, "utf8")));
        if (version !== VERSION || !isIntactManifest(manifest as McpManifest)) return undefined;
        const intact = manifest as McpManifest;
        return age < AGE.era ? { manifest: intact, era: intact.era } : { manifest: intact };
      } catch {
        return undefined;
      }
    },
    write(manifest) {
      const temporary = `${path}.${process.pid}.tmp`;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(temporary, JSON.stringify({ version: VERSION, manifest }), { mode: 0o600 });
        renameSync(temporary, path);
        removeOld(folder);
      } catch {
        rmSync(temporary, { force: true });
      }
    },
  };
};

const removeOld = (folder: string): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > AGE.file) rmSync(path, { force: true });
  }
};

/** Headers and variables count: another account may have other tools. */
const keyOf = (config: McpServerConfig, cwd: string): string => {
  const identity =
    config.kind === "command"
      ? [config.name, config.command, config.args, sorted(config.env), config.cwd ?? cwd]
      : [config.name, config.url, sorted(config.headers)];
  return createHash("sha256").update(JSON.stringify(identity)).digest("hex").slice(0, 40);
};

const sorted = (values: Readonly<Record<string, string>>): readonly (readonly [string, string])[] =>
  Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1));

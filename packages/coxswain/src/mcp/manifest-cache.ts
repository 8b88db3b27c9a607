import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asRecord } from "../base/index.ts";
import { isIntactManifest } from "./manifest.ts";
import type { McpManifest, McpServerConfig } from "./types.ts";

/** The cached manifest of one server configuration. */
export interface CachedManifest {
  /** Returns undefined if nothing is cached, or the file is damaged. */
  read(): McpManifest | undefined;
  /** Replaces the file atomically, mode 0600. A failure is ignored: the cache only saves time. */
  write(manifest: McpManifest): void;
}

const VERSION = 1;

/** @param cwd folder of a command without its own `cwd`: the same command may offer other tools elsewhere */
export const cachedManifest = (folder: string, config: McpServerConfig, cwd: string): CachedManifest => {
  const path = join(folder, `${keyOf(config, cwd)}.json`);
  return {
    read() {
      try {
        const { version, manifest } = asRecord(JSON.parse(readFileSync(path, "utf8")));
        return version === VERSION && isIntactManifest(manifest as McpManifest) ? (manifest as McpManifest) : undefined;
      } catch {
        return undefined;
      }
    },
    write(manifest) {
      const temporary = `${path}.${process.pid}.tmp`;
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(temporary, JSON.stringify({ version: VERSION, manifest }), { mode: 0o600, flag: "wx" });
        renameSync(temporary, path);
      } catch {
        rmSync(temporary, { force: true });
      }
    },
  };
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

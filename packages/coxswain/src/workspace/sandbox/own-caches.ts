import { isWithin } from "./mounts.ts";

/**
 * Where builds and package managers keep what they fetched: by themselves in the home, which a confined command may not write, so that they would fail. A cache of the
 * person's own is no place for it either: what stands in it runs later, outside.
 */
const BUILDS = { GOCACHE: "go-build" } as const;

/** Where there is a network. Without one the person's own are read, as far as that goes. */
const PACKAGES = {
  npm_config_cache: "npm",
  YARN_CACHE_FOLDER: "yarn",
  BUN_INSTALL_CACHE_DIR: "bun",
  UV_CACHE_DIR: "uv",
  CARGO_HOME: "cargo",
  GOMODCACHE: "go-mod",
} as const;

/** Variables that put them below a folder which commands may write. One that is set to a path in the workspace's folder stays. */
export const ownCaches = (
  folder: string,
  { env, root, network }: { readonly env: Readonly<Record<string, string | undefined>>; readonly root: string; readonly network: boolean },
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ ...BUILDS, ...(network ? PACKAGES : {}) })
      .filter(([name]) => !isWithin(root, env[name] ?? ""))
      .map(([name, below]) => [name, `${folder}/.caches/${below}`]),
  );

import { isWithin } from "./mounts.ts";

/**
 * Cache folders of builds and package managers. By default they are in the home folder, where a confined command cannot
 * write, so that it would fail. The user's own cache must stay protected too, because its content is later run outside
 * of the sandbox.
 */
const BUILDS = { GOCACHE: "go-build" } as const;

/** Used only with a network. Without one, the user's own caches are read as far as possible. */
const PACKAGES = {
  npm_config_cache: "npm",
  YARN_CACHE_FOLDER: "yarn",
  BUN_INSTALL_CACHE_DIR: "bun",
  UV_CACHE_DIR: "uv",
  CARGO_HOME: "cargo",
  GOMODCACHE: "go-mod",
} as const;

/**
 * Returns variables that put the caches below a writable folder. A variable that already names a path in the
 * workspace's folder is unchanged.
 */
export const ownCaches = (
  folder: string,
  { env, root, network }: { readonly env: Readonly<Record<string, string | undefined>>; readonly root: string; readonly network: boolean },
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({ ...BUILDS, ...(network ? PACKAGES : {}) })
      .filter(([name]) => !isWithin(root, env[name] ?? ""))
      .map(([name, below]) => [name, `${folder}/.caches/${below}`]),
  );

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

/**
 * For commands without a network: package managers otherwise retry for a minute or more before they report an error,
 * and most commands time out before.
 */
export const NO_RETRIES: Readonly<Record<string, string>> = {
  npm_config_fetch_retries: "0",
  YARN_HTTP_RETRY: "0",
  PIP_RETRIES: "0",
  UV_HTTP_RETRIES: "0",
  CARGO_NET_RETRY: "0",
};

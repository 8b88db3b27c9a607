import { homedir } from "node:os";
import { basename, sep } from "node:path";
import type { Environment } from "../home.ts";

/** Expands the variables in the values of a server, and collects the ones that cannot be expanded. */
export interface Variables {
  readonly expand: (text: string) => string;
  /** Variables of the environment that are not set, by name. */
  readonly missing: ReadonlySet<string>;
  /** Variables of editors that only the editor can resolve, as they are written: `${input:token}`. */
  readonly foreign: ReadonlySet<string>;
}

/**
 * Expands `${NAME}` and `${NAME:-default}` from the environment, and what editors write: `${env:NAME}`,
 * `${workspaceFolder}`, `${workspaceFolderBasename}`, `${userHome}`, `${pathSeparator}` and `${/}`. A default also
 * replaces an empty value, as in a shell. Any other text is unchanged, and the value of a variable is not expanded
 * again.
 * @param folder the project
 */
export const variables = (env: Environment, folder: string): Variables => {
  const missing = new Set<string>();
  const foreign = new Set<string>();
  const places: ReadonlyMap<string, string> = new Map([
    ["workspaceFolder", folder],
    ["workspaceFolderBasename", basename(folder)],
    ["userHome", homedir()],
    ["pathSeparator", sep],
    ["/", sep],
  ]);
  // The environment of a process inherits the names of every object, such as `constructor`.
  const own = (name: string): string | undefined => (Object.hasOwn(env, name) ? env[name] : undefined);

  const fromEnvironment = (name: string, fallback: string | undefined): string => {
    const value = own(name);
    if (fallback !== undefined) return value === undefined || value === "" ? fallback : value;
    if (value === undefined) missing.add(name);
    return value ?? "";
  };

  const valueOf = (written: string, inner: string): string => {
    const place = places.get(inner);
    if (place !== undefined) return place;
    const [, name, fallback] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inner) ?? [];
    if (name !== undefined) return fromEnvironment(name, fallback);
    const [, namespace = "", key = ""] = /^([a-z]+):([\w.-]+)$/i.exec(inner) ?? [];
    if (namespace === "env" && /^[A-Za-z_]\w*$/.test(key)) return fromEnvironment(key, undefined);
    if (EDITOR_NAMESPACES.has(namespace)) foreign.add(written);
    return written;
  };

  return {
    expand: (text) => text.replaceAll(/\$\{([^}]*)\}/g, valueOf),
    missing,
    foreign,
  };
};

/** Values for which VS Code asks the user, or which it computes. */
const EDITOR_NAMESPACES: ReadonlySet<string> = new Set(["command", "config", "input"]);

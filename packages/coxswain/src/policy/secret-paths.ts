import { isPattern, partsMeet, pathPattern } from "./shell/index.ts";

/** Locations of the user's secrets on this machine. Absolute real paths. */
export interface SecretPlaces {
  /** The user's home. */
  readonly home?: string;
  /** More files and folders with secrets, such as Coxswain's keys. */
  readonly also?: readonly string[];
}

/** In a home: files, and folders with everything in them. */
const IN_HOME = [
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".config/gcloud",
  ".config/gh/hosts.yml",
  ".config/git/credentials",
  ".config/rclone/rclone.conf",
  ".docker/config.json",
  ".git-credentials",
  ".kube/config",
  ".local/share/keyrings",
  ".my.cnf",
  ".netrc",
  ".npmrc",
  ".password-store",
  ".pgpass",
  ".pypirc",
  ".terraform.d/credentials.tfrc.json",
  ".vault-token",
  "Library/Keychains",
];

/** From the root of the file system. */
const OF_SYSTEM = ["/etc/shadow", "/etc/gshadow", "/private/etc/master.passwd"];

/** In any folder, in lower case: file systems that ignore case find `.ENV` under `.env` too. */
const BY_NAME: readonly RegExp[] = [
  /^\.env(?:rc)?~?$/,
  // Except examples for sharing, which contain names without values.
  /^\.env\.(?!(?:example|sample|template|dist|defaults)$)/,
  /\.pem$/,
  // Private keys as ssh-keygen names them; not `id_generator.ts`.
  /^(?!.*\.pub$)id_(?:rsa|dsa|ecdsa|ed25519)(?:[._-]|$)/,
];

/** A process's environment and memory, which contain keys. */
const OF_PROCESSES = /^\/proc\/.*\/(?:environ|mem)$/;

/** Files and folders with secrets, as absolute paths, whether they exist or not. Files recognized by name, such as `.env`, are omitted. */
export const secretsIn = ({ home, also = [] }: SecretPlaces): readonly string[] => [
  ...(home === undefined ? [] : IN_HOME.map((name) => `${home}/${name}`)),
  ...also,
];

/** Names to test shell patterns with: `.e*` and `id_*` may match such a file. */
const NAMED = [".env", ".envrc", ".env.local", ".env.production", "key.pem", "id_rsa", "id_ed25519", "id_ecdsa"] as const;

/** Returns a function that decides whether a path, absolute with its links resolved, contains secrets by its location or name. */
export const secretPaths = ({ home, also = [] }: SecretPlaces): ((path: string) => boolean) => {
  const places = [...(home === undefined ? [] : IN_HOME.map((name) => `${home}/${name}`)), ...also, ...OF_SYSTEM].map(folded);
  return (path) => {
    const whole = folded(path);
    return places.some((place) => whole === place || whole.startsWith(`${place}/`)) || isNamed(nameOf(whole)) || OF_PROCESSES.test(whole);
  };
};

/**
 * Classifies a path in a command, which may be a pattern. `is`: a secret, or inside a folder of secrets. `holds`: a folder
 * that contains such a folder. `may`: a pattern that may match a secret.
 */
export const secrecyOf = (places: SecretPlaces): ((path: string) => "is" | "holds" | "may" | undefined) => {
  const { home, also = [] } = places;
  const isSecret = secretPaths(places);
  const parts = [...(home === undefined ? [] : IN_HOME.map((name) => `${home}/${name}`)), ...also, ...OF_SYSTEM].map((place) =>
    partsOf(folded(place)),
  );
  return (named) => {
    const path = folded(home === undefined ? named : named.replace(/^~[\w-]*(?=[\\/]|$)/, () => home));
    if (isSecret(path)) return "is";
    const pathParts = partsOf(path);
    const name = nameOf(path);
    const mayBe = (): boolean =>
      parts.some((place) => partsMeet(place, pathParts, "below", namesMeet)) ||
      (/^\.|[^*?].*[^*?]/.test(name.replaceAll(/\[[^\]]*\]/g, "?")) && NAMED.some((one) => namesMeet(one, name)));
    if (isPattern(path) && mayBe()) return "may";
    return /^[\\/]|^[a-z]:/.test(path || "/") && parts.some((place) => partsMeet(place, pathParts, "above", namesMeet))
      ? "holds"
      : undefined;
  };
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const isNamed = (name: string): boolean => BY_NAME.some((pattern) => pattern.test(name));

/** A shell's `*` at the beginning of a name does not match hidden files. */
const namesMeet = (place: string, name: string): boolean =>
  place === name || (isPattern(name) && !(place.startsWith(".") && /^[*?[]/.test(name)) && pathPattern(name).test(place));

const partsOf = (path: string): readonly string[] => path.split("/").filter((part) => part !== "");

const folded = (path: string): string =>
  path
    .replaceAll(/[\\/]+/g, "/")
    .replaceAll(/(?<=\/)\.(?:\/|$)/g, "")
    .replace(/\/$/, "")
    .normalize("NFC")
    .toLowerCase();

import { isPattern, partsMeet, pathPattern } from "./shell/index.ts";

/** Where the secrets of this machine's person lie. Absolute real paths. */
export interface SecretPlaces {
  /** The person's home. */
  readonly home?: string;
  /** More files and folders that hold secrets, as those in which Coxswain keeps keys. */
  readonly also?: readonly string[];
}

/** In a home: files, and folders with all that lies in them. */
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

/** Wherever they lie, in lower case: file systems that fold case find `.ENV` under `.env` too. */
const BY_NAME: readonly RegExp[] = [
  /^\.env(?:rc)?~?$/,
  // The ones that are made to be shared, which hold names without values.
  /^\.env\.(?!(?:example|sample|template|dist|defaults)$)/,
  /\.pem$/,
  // Private keys as ssh-keygen names them; not `id_generator.ts`.
  /^(?!.*\.pub$)id_(?:rsa|dsa|ecdsa|ed25519)(?:[._-]|$)/,
];

/** A process's environment and memory, which hold keys. */
const OF_PROCESSES = /^\/proc\/.*\/(?:environ|mem)$/;

/** Where secrets lie, if they are there: absolute paths of files and folders. Those that a name tells, as `.env`, are not among them. */
export const secretsIn = ({ home, also = [] }: SecretPlaces): readonly string[] => [
  ...(home === undefined ? [] : IN_HOME.map((name) => `${home}/${name}`)),
  ...also,
];

/** What a pattern of a shell is tried with, to see whether it may name such a file: `.e*`, `id_*`. */
const NAMED = [".env", ".envrc", ".env.local", ".env.production", "key.pem", "id_rsa", "id_ed25519", "id_ecdsa"] as const;

/** Tells of a path, absolute and with its links resolved, whether it holds secrets by its place or its name. */
export const secretPaths = ({ home, also = [] }: SecretPlaces): ((path: string) => boolean) => {
  const places = [...(home === undefined ? [] : IN_HOME.map((name) => `${home}/${name}`)), ...also, ...OF_SYSTEM].map(folded);
  return (path) => {
    const whole = folded(path);
    return places.some((place) => whole === place || whole.startsWith(`${place}/`)) || isNamed(nameOf(whole)) || OF_PROCESSES.test(whole);
  };
};

/**
 * What a path in a command, which may be a pattern, has to do with secrets. `is`: it is one, or lies in a folder of them. `holds`: such a folder
 * lies in it. `may`: it is a pattern that may name one.
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
    const given = partsOf(path);
    const name = nameOf(path);
    const mayBe = (): boolean =>
      parts.some((place) => partsMeet(place, given, "below", namesMeet)) ||
      (/^\.|[^*?].*[^*?]/.test(name.replaceAll(/\[[^\]]*\]/g, "?")) && NAMED.some((one) => namesMeet(one, name)));
    if (isPattern(path) && mayBe()) return "may";
    return /^[\\/]|^[a-z]:/.test(path || "/") && parts.some((place) => partsMeet(place, given, "above", namesMeet)) ? "holds" : undefined;
  };
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const isNamed = (name: string): boolean => BY_NAME.some((pattern) => pattern.test(name));

/** A shell's `*` at the beginning of a name is for no hidden file. */
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

import { isPattern, partsMeet, pathPattern } from "./shell/index.ts";
import type { CommandEffects } from "../loop/index.ts";
import { type Judgement, type Policy, stricter } from "./policy.ts";

/** Locations of the user's secrets on this machine. Absolute real paths. */
export interface SecretLocations {
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
const SYSTEM_FILES = ["/etc/shadow", "/etc/gshadow", "/private/etc/master.passwd"];

/** In any folder, in lower case: file systems that ignore case find `.ENV` under `.env` too. */
const BY_NAME: readonly RegExp[] = [
  /^\.env(?:rc)?~?$/,
  // Examples for sharing are excluded: which contain names without values.
  /^\.env\.(?!(?:example|sample|template|dist|defaults)$)/,
  /\.pem$/,
  // Private keys as ssh-keygen names them; not `id_generator.ts`.
  /^(?!.*\.pub$)id_(?:rsa|dsa|ecdsa|ed25519)(?:[._-]|$)/,
];

/** A process's environment and memory, which contain keys. */
const PROCESS_FILES = /^\/proc\/.*\/(?:environ|mem)$/;

/** Files and folders with secrets, as absolute paths, whether they exist or not. Files recognized by name, such as `.env`, are omitted. */
export const secretsIn = ({ home, also = [] }: SecretLocations): readonly string[] => [
  ...(home === undefined ? [] : IN_HOME.map((name) => `${home}/${name}`)),
  ...also,
];

/** Names to test shell patterns with: `.e*` and `id_*` may match such a file. */
const SAMPLE_NAMES = [".env", ".envrc", ".env.local", ".env.production", "key.pem", "id_rsa", "id_ed25519", "id_ecdsa"] as const;

/** Returns a function that decides whether a path, absolute with its links resolved, contains secrets by its location or name. */
export const secretPaths = ({ home, also = [] }: SecretLocations): ((path: string) => boolean) => {
  const places = [...(home === undefined ? [] : IN_HOME.map((name) => `${home}/${name}`)), ...also, ...SYSTEM_FILES].map(normalize);
  return (path) => {
    const whole = normalize(path);
    return (
      places.some((place) => whole === place || whole.startsWith(`${place}/`)) || hasSecretName(nameOf(whole)) || PROCESS_FILES.test(whole)
    );
  };
};

/**
 * Classifies a path in a command, which may be a pattern. `is`: a secret, or inside a folder of secrets. `holds`: a folder
 * that contains such a folder. `may`: a pattern that may match a secret.
 */
const secrecyOf = (places: SecretLocations): ((path: string) => "is" | "holds" | "may" | undefined) => {
  const { home, also = [] } = places;
  const isSecret = secretPaths(places);
  const parts = [...(home === undefined ? [] : IN_HOME.map((name) => `${home}/${name}`)), ...also, ...SYSTEM_FILES].map((place) =>
    partsOf(normalize(place)),
  );
  return (named) => {
    const path = normalize(home === undefined ? named : named.replace(/^~[\w-]*(?=[\\/]|$)/, () => home));
    if (isSecret(path)) return "is";
    const pathParts = partsOf(path);
    const name = nameOf(path);
    const mayBe = (): boolean =>
      parts.some((place) => partsMeet(place, pathParts, "below", namesMeet)) ||
      (/^\.|[^*?].*[^*?]/.test(name.replaceAll(/\[[^\]]*\]/g, "?")) && SAMPLE_NAMES.some((one) => namesMeet(one, name)));
    if (isPattern(path) && mayBe()) return "may";
    return /^[\\/]|^[a-z]:/.test(path || "/") && parts.some((place) => partsMeet(place, pathParts, "above", namesMeet))
      ? "holds"
      : undefined;
  };
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const hasSecretName = (name: string): boolean => BY_NAME.some((pattern) => pattern.test(name));

/** A shell's `*` at the beginning of a name does not match hidden files. */
const namesMeet = (place: string, name: string): boolean =>
  place === name || (isPattern(name) && !(place.startsWith(".") && /^[*?[]/.test(name)) && pathPattern(name).test(place));

const partsOf = (path: string): readonly string[] => path.split("/").filter((part) => part !== "");

const normalize = (path: string): string =>
  path
    .replaceAll(/[\\/]+/g, "/")
    .replaceAll(/(?<=\/)\.(?:\/|$)/g, "")
    .replace(/\/$/, "")
    .normalize("NFC")
    .toLowerCase();

/**
 * Denies reading files with secrets in every mode: the strictest policy decides, so no other policy can allow it. File
 * content goes to the model's provider and into the log, and cannot be recalled. A command that names such a file with an
 * unknown use is asked about.
 */
export const denySecrets = (places: SecretLocations): Policy => {
  const isSecret = secretPaths(places);
  const secrecy = secrecyOf(places);
  const ofCommand = ({ paths }: CommandEffects): Judgement | undefined =>
    paths
      .filter(({ use }) => use !== "write")
      .map(({ path, use, whole }) => judgeUse(path, secrecy(path), use === "read", whole === true))
      .filter((judgement) => judgement !== undefined)
      .reduce<Judgement | undefined>((best, one) => (best === undefined ? one : stricter(best, one)), undefined);
  return ({ effect, subject, effects, alsoKnownAs = [] }) => {
    if (effects !== undefined) return ofCommand(effects);
    const secret = effect === "read" ? [subject, ...alsoKnownAs].find(isSecret) : undefined;
    return secret === undefined ? undefined : denial(secret);
  };
};

const judgeUse = (path: string, secrecy: "is" | "holds" | "may" | undefined, read: boolean, whole: boolean): Judgement | undefined => {
  if (secrecy === undefined || (secrecy === "holds" && !whole)) return undefined;
  if (secrecy === "may") return { verdict: "ask", reason: `${path} may match a file with secrets` };
  if (secrecy === "holds" && read)
    return { verdict: "deny", reason: `${path} contains secrets and would be read completely; name the files that you need` };
  return read ? denial(path) : { verdict: "ask", reason: `${path} contains secrets, and a command uses it` };
};

const denial = (path: string): Judgement => ({
  verdict: "deny",
  reason: `${path} contains secrets and is never read; ask the user for the information that you need`,
});

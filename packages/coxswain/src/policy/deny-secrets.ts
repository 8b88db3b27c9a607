import type { Policy } from "./policy.ts";

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
  ".config/gcloud",
  ".config/gh/hosts.yml",
  ".docker/config.json",
  ".git-credentials",
  ".kube/config",
  ".netrc",
  ".npmrc",
  ".pypirc",
];

/** Wherever they lie, in lower case: file systems that fold case find `.ENV` under `.env` too. */
const BY_NAME: readonly RegExp[] = [
  /^\.env(?:rc)?$/,
  // The ones that are made to be shared, which hold names without values.
  /^\.env\.(?!(?:example|sample|template|dist|defaults)$)/,
  /\.pem$/,
  // Private keys as ssh-keygen names them; not `id_generator.ts`.
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?:[._-](?!pub$).*)?$/,
];

/** A process's environment, which holds keys. */
const ENVIRONMENT = /^\/proc\/.*\/environ$/;

/**
 * Denies reading files that hold secrets, in every mode: the strictest policy decides, so nothing beside it can allow
 * them. What is read goes to the model's provider and into the log, from where it does not come back.
 */
export const denySecrets = ({ home, also = [] }: SecretPlaces): Policy => {
  const places = [...(home === undefined ? [] : IN_HOME.map((name) => `${home}/${name}`)), ...also].map(folded);
  return ({ effect, subject }) =>
    effect === "read" && isSecret(folded(subject), places)
      ? { verdict: "deny", reason: `${subject} holds secrets, which are never read; ask the person for what you need to know of it` }
      : undefined;
};

const isSecret = (path: string, places: readonly string[]): boolean =>
  places.some((place) => path === place || path.startsWith(`${place}/`)) ||
  BY_NAME.some((pattern) => pattern.test(path.slice(path.lastIndexOf("/") + 1))) ||
  ENVIRONMENT.test(path);

const folded = (path: string): string =>
  path
    .replaceAll(/[\\/]+/g, "/")
    .replace(/\/$/, "")
    .toLowerCase();

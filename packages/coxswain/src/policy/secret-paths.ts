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
  /^(?!.*\.pub$)id_(?:rsa|dsa|ecdsa|ed25519)(?:[._-]|$)/,
];

/** A process's environment, which holds keys. */
const ENVIRONMENT = /^\/proc\/.*\/environ$/;

/** Where secrets lie, if they are there: absolute paths of files and folders. Those that a name tells, as `.env`, are not among them. */
export const secretsIn = ({ home, also = [] }: SecretPlaces): readonly string[] => [
  ...(home === undefined ? [] : IN_HOME.map((name) => `${home}/${name}`)),
  ...also,
];

/** Tells of a path, absolute and with its links resolved, whether it holds secrets by its place or its name. */
export const secretPaths = (known: SecretPlaces): ((path: string) => boolean) => {
  const places = secretsIn(known).map(folded);
  return (path) => {
    const whole = folded(path);
    const name = whole.slice(whole.lastIndexOf("/") + 1);
    return (
      places.some((place) => whole === place || whole.startsWith(`${place}/`)) ||
      BY_NAME.some((pattern) => pattern.test(name)) ||
      ENVIRONMENT.test(whole)
    );
  };
};

const folded = (path: string): string =>
  path
    .replaceAll(/[\\/]+/g, "/")
    .replace(/\/$/, "")
    .toLowerCase();

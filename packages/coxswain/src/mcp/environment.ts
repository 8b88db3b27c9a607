/** Variables that a server gets from this process's environment. None of them usually contains a secret. */
const SAFE: ReadonlySet<string> = new Set([
  "HOME",
  "LANG",
  "LANGUAGE",
  "LOGNAME",
  "NODE_EXTRA_CA_CERTS",
  "PATH",
  "SHELL",
  "SSL_CERT_DIR",
  "SSL_CERT_FILE",
  "TEMP",
  "TERM",
  "TMP",
  "TMPDIR",
  "TZ",
  "USER",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_RUNTIME_DIR",
  "XDG_STATE_HOME",
]);

/** Returns the environment of a server: the safe variables of `base`, then the configured ones. */
export const serverEnvironment = (
  base: Readonly<Record<string, string | undefined>>,
  configured: Readonly<Record<string, string>>,
): Record<string, string> => {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(base)) {
    // A value that starts with "()" is a shell function.
    if (value !== undefined && (SAFE.has(name) || name.startsWith("LC_")) && !value.startsWith("()")) environment[name] = value;
  }
  return { ...environment, ...configured };
};

/** Matches the names of variables that hold secrets. */
const SECRET = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH/i;
/** Minimum length. Shorter values may match ordinary words. */
const SHORTEST = 6;

/** Returns the secret values of an environment. */
export const secretsIn = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) => (SECRET.test(name) && value !== undefined ? [value.trim()] : []));

/** Returns a function that redacts secrets in a line of JSON. */
export const redactor = (secrets: readonly string[]): ((line: string) => string) => {
  const written = secrets.filter((secret) => secret.length >= SHORTEST).map((secret) => JSON.stringify(secret).slice(1, -1));
  const longestFirst = [...new Set(written)].toSorted((one, other) => other.length - one.length);
  return (line) => longestFirst.reduce((text, secret) => text.replaceAll(secret, "[redacted]"), line);
};

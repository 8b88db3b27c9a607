/** Names of variables that hold secrets. */
const SECRET = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH/i;
/** Shorter values are words that stand elsewhere too. */
const SHORTEST = 6;

/** The values of an environment that must not be written anywhere. */
export const secretsIn = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) => (SECRET.test(name) && value !== undefined ? [value.trim()] : []));

/** Takes secrets out of a line of JSON. */
export const redactor = (secrets: readonly string[]): ((line: string) => string) => {
  const written = secrets.filter((secret) => secret.length >= SHORTEST).map((secret) => JSON.stringify(secret).slice(1, -1));
  const longestFirst = [...new Set(written)].toSorted((one, other) => other.length - one.length);
  return (line) => longestFirst.reduce((text, secret) => text.replaceAll(secret, "[redacted]"), line);
};

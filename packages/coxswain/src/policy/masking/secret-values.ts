/** Names of variables that contain a secret, not its location or owner. */
const NAMES = /(?:^|_)(?:API_?KEY|ACCESS_KEY|SECRET_?KEY|PRIVATE_KEY|AUTHTOKEN|TOKEN|PAT|SECRET|PASSWORD|PASSWD|PASSPHRASE)$/i;

/** Paths, URLs, words and numbers. Masking them would change text that has nothing to do with the secret. */
const PLAIN = /^(?:[/~.]|[a-z]+:\/\/)|\s|^[a-z]+$|^\d+$/i;
const MIN_LENGTH = 12;

/** The recognizable secrets in an environment. */
export const secretValues = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) => {
    const text = value?.trim() ?? "";
    return NAMES.test(name) && text.length >= MIN_LENGTH && !PLAIN.test(text) ? [text] : [];
  });

/** Names of variables that hold a secret itself, not where it lies or whose it is. */
const NAMES = /(?:^|_)(?:API_?KEY|ACCESS_KEY|SECRET_?KEY|PRIVATE_KEY|AUTHTOKEN|TOKEN|PAT|SECRET|PASSWORD|PASSWD|PASSPHRASE)$/i;

/** What looks like a path, an address or a word: masked, it would go from texts that have nothing to do with the secret. */
const PLAIN = /^(?:[/~.]|[a-z]+:\/\/)|\s|^[a-z]+$|^\d+$/i;
const SHORTEST = 12;

/** The secrets that an environment holds, as far as they can be told from other texts. */
export const secretValues = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) => {
    const text = value?.trim() ?? "";
    return NAMES.test(name) && text.length >= SHORTEST && !PLAIN.test(text) ? [text] : [];
  });

/** They run what a `package.json` calls by a name. */
const RUNNERS = new Set(["bun", "npm", "pnpm", "yarn"]);
const INSTALLING = /^(?:add|ci|clean-install|i|in|install|install-test|it|link|pack|publish|rebuild|rb)$/;
const ON_INSTALLING = /^(?:(?:pre|post)?(?:install|prepare|publish|pack|prepublish)|dependencies|prepublishOnly)$/;
const SHORT: ReadonlyMap<string, string> = new Map([
  ["t", "test"],
  ["tst", "test"],
]);

/** The command lines that such a program runs by this `package.json`: those that its words name, and what stands before, behind, and for installing. */
export const packageScripts = (program: string, words: readonly string[], json: string): readonly string[] => {
  if (!RUNNERS.has(program)) return [];
  const named = new Set(words.map((word) => SHORT.get(word) ?? word));
  const installs = words.some((word) => INSTALLING.test(word)) || (program === "yarn" && words.length === 0);
  return Object.entries(scriptsIn(json)).flatMap(([name, line]) =>
    typeof line === "string" && (named.has(name) || named.has(name.replace(/^(?:pre|post)/, "")) || (installs && ON_INSTALLING.test(name)))
      ? [line]
      : [],
  );
};

const scriptsIn = (json: string): object => {
  try {
    const { scripts } = Object(JSON.parse(json)) as { readonly scripts?: unknown };
    return Object(scripts) as object;
  } catch {
    return {};
  }
};

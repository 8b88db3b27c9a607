/** Names a file with options of ripgrep. */
const RIPGREP_CONFIG = "RIPGREP_CONFIG_PATH";

/**
 * Reasons why a program that only reads may run other programs in a folder, because a repository or the environment names
 * them: a clause each. Runs nothing.
 */
export const configuredPrograms = async (
  program: "git" | "rg",
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> => {
  if (program === "rg") return env[RIPGREP_CONFIG] ? [`the environment sets ${RIPGREP_CONFIG}`] : [];
  // Loaded on demand: most processes run no git.
  const { gitPrograms } = await import("./git-programs.ts");
  return gitPrograms(folder, env);
};

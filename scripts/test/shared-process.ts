/** Folders whose tests may run in one process with others: they leave nothing behind in it. Each list is run by one. */
const FOLDERS = {
  library: ["log", "model", "loop", "policy", "context", "session", "settings", "transfer", "providers", "hooks", "runtime", "testing"].map(
    (name) => `packages/coxswain/src/${name}`,
  ),
  program: ["packages/coxswain/src/tools", "packages/cli/src"],
} as const;

/** One process that runs the tests of many files. */
export type SharedProcess = keyof typeof FOLDERS;

/** In which process a test file runs with others; undefined where it has one of its own. */
export const sharedProcessOf = (file: string): SharedProcess | undefined => {
  const path = file.replaceAll("\\", "/");
  if (path.endsWith(".long.test.ts")) return undefined;
  return (["library", "program"] as const).find((process) => FOLDERS[process].some((folder) => path.startsWith(`${folder}/`)));
};

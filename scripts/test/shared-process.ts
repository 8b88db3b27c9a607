const LIBRARY = "packages/coxswain/src";

/** Folders whose tests may run in one process with others: they leave nothing behind in it. Each list is run by one. */
const FOLDERS = {
  facts: ["base", "log", "model", "loop", "policy", "context", "settings", "output", "journal", "transfer", "store"].map(
    (name) => `${LIBRARY}/${name}`,
  ),
  sessions: ["session", "budget", "background", "compaction", "runtime", "facades", "hooks", "providers", "testing"].map(
    (name) => `${LIBRARY}/${name}`,
  ),
  program: [`${LIBRARY}/tools`, "packages/cli/src"],
} as const;

/** One process that runs the tests of many files. */
export type SharedProcess = keyof typeof FOLDERS;

export const SHARED_PROCESSES = ["facts", "sessions", "program"] as const satisfies readonly SharedProcess[];

/** In which process a test file runs with others; undefined where it has one of its own. */
export const sharedProcessOf = (file: string): SharedProcess | undefined => {
  const path = file.replaceAll("\\", "/");
  if (path.endsWith(".long.test.ts")) return undefined;
  return SHARED_PROCESSES.find((process) => FOLDERS[process].some((folder) => path.startsWith(`${folder}/`)));
};

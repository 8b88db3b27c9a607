const LIBRARY = "packages/coxswain/src";

/** Folders whose tests leave nothing behind and may share a process. One process runs each list. */
const FOLDERS = {
  facts: [
    "base",
    "log",
    "model",
    "loop",
    "policy",
    "context",
    "settings",
    "output",
    "journal",
    "transfer",
    "store",
    "changes",
    "evidence",
    "view",
  ].map((name) => `${LIBRARY}/${name}`),
  sessions: [
    ...["session", "budget", "background", "compaction", "runtime", "facades", "hooks", "providers", "testing"].map(
      (name) => `${LIBRARY}/${name}`,
    ),
    "tests/seeds",
    "tests/wires",
  ],
  program: [`${LIBRARY}/tools`, "packages/cli/src"],
} as const;

/** The name of a process that runs the tests of many files. */
export type SharedProcess = keyof typeof FOLDERS;

export const SHARED_PROCESSES = ["facts", "sessions", "program"] as const satisfies readonly SharedProcess[];

/** Returns the shared process of a test file; undefined if the file has its own process. */
export const sharedProcessOf = (file: string): SharedProcess | undefined => {
  const path = file.replaceAll("\\", "/");
  if (path.endsWith(".long.test.ts")) return undefined;
  return SHARED_PROCESSES.find((process) => FOLDERS[process].some((folder) => path.startsWith(`${folder}/`)));
};

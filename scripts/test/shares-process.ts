const FOLDERS = ["log", "model", "loop", "policy", "context", "session", "settings", "transfer"];

const SHARING = new RegExp(String.raw`^packages[\\/]coxswain[\\/]src[\\/](?:${FOLDERS.join("|")})[\\/]`);

/** Whether a file's tests may run in one process with others: they leave nothing behind in it. */
export const sharesProcess = (file: string): boolean => SHARING.test(file) && !file.endsWith(".long.test.ts");

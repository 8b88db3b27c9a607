import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const OPTIONS = ["--no-audit", "--no-fund", "--loglevel=error"] as const;

/** Their own install scripts put the native program of this system in its place. */
const WITH_SCRIPT = ["@anthropic-ai/claude-code", "opencode-ai"] as const;

/**
 * Installs the peers of bench/peers/programs/package.json into a folder, with the programs beside it.
 * @throws {InstallError} if the registry cannot be reached or has not all of the packages
 */
export const installPeers = async (folder: string, signal: AbortSignal): Promise<void> => {
  await cp(join(import.meta.dirname, "programs"), folder, { recursive: true });
  const TMPDIR = join(folder, "tmp");
  await mkdir(TMPDIR);
  await npm(["ci", "--ignore-scripts", ...OPTIONS], folder, signal, { TMPDIR });
  // The scripts start the programs once, which must not write into the user's home.
  await npm(["rebuild", ...OPTIONS, ...WITH_SCRIPT], folder, signal, { TMPDIR, HOME: TMPDIR });
};

export class InstallError extends Error {
  override readonly name = "InstallError";
}

const npm = async (parameters: readonly string[], cwd: string, signal: AbortSignal, environment: NodeJS.ProcessEnv): Promise<void> => {
  const child = spawn("npm", parameters, { cwd, signal, env: { ...process.env, ...environment }, stdio: ["ignore", "ignore", "pipe"] });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "exit") as Promise<unknown[]>]);
  if (code === 0) return;
  const reason = stderr.split("\n").find((line) => /ENOTFOUND|ECONN|ETIMEDOUT|EAI_AGAIN|404/.test(line));
  throw new InstallError(
    `cannot install the peers: ${(reason ?? `npm exited with ${String(code)}`).replace(/^npm error /, "")}. Check the connection to the npm registry.`,
  );
};

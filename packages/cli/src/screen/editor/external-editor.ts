import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../../argv/index.ts";

/**
 * Opens a prompt in the user's editor, `VISUAL` or `EDITOR`, which gets the terminal. The prompt is in a private file, which
 * is removed. Resolves to the edited text.
 * @throws {UsageError} if no editor is set, or it fails
 */
export const editExternally = async (text: string, env: Readonly<Record<string, string | undefined>>): Promise<string> => {
  const command = [env["VISUAL"], env["EDITOR"]].find((one) => one !== undefined && one.trim() !== "");
  if (command === undefined) throw new UsageError("no editor is set. Set VISUAL or EDITOR, for example: export EDITOR=nano");
  const folder = await mkdtemp(join(tmpdir(), "cox-prompt-"));
  try {
    const file = join(folder, "prompt.md");
    await writeFile(file, text, { mode: 0o600, flag: "wx" });
    await run(command, file, env);
    const edited = await readFile(file, "utf8");
    // Editors end the last line.
    return edited.replace(/\r?\n$/, "");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The command may have options: a shell splits it. */
const run = async (command: string, file: string, env: Readonly<Record<string, string | undefined>>): Promise<void> => {
  const [program, args] = process.platform === "win32" ? [`${command} "${file}"`, []] : ["/bin/sh", ["-c", `${command} "$1"`, "sh", file]];
  const child = spawn(program, args, { stdio: "inherit", shell: process.platform === "win32", env });
  const end = await new Promise<string | undefined>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code === 0 ? undefined : code === null ? `killed by ${signal}` : `exit code ${code}`));
  });
  if (end !== undefined) throw new UsageError(`the editor failed (${end}): ${command}. The prompt is unchanged`);
};

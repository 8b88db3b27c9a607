import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Declarations of everything that the library's entries reach. The compiler itself says what is wrong. */
export const emitTypes = async (folder: string): Promise<void> => {
  const compiler = join(import.meta.dirname, "..", "..", "node_modules", "typescript", "bin", "tsc");
  const child = spawn(process.execPath, [compiler, "--project", join(folder, "tsconfig.build.json")], { stdio: "inherit" });
  const [code]: unknown[] = await once(child, "exit");
  if (code !== 0) throw new Error("The declarations could not be made: see the compiler's errors above.");
};

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Emits declarations of everything that the library's entries export. The compiler prints its own errors. */
export const emitTypes = async (folder: string): Promise<void> => {
  const compiler = join(import.meta.dirname, "..", "..", "node_modules", "typescript", "bin", "tsc");
  const child = spawn(process.execPath, [compiler, "--project", join(folder, "tsconfig.build.json")], { stdio: "inherit" });
  const [code]: unknown[] = await once(child, "exit");
  if (code !== 0) throw new Error("Cannot emit the declarations: see the compiler's errors above.");
};

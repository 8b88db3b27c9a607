import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..", "..");

/**
 * The output of `cox tour` at a terminal, without the closing hints. Uses `script` of util-linux, which gives the tour
 * a terminal.
 */
export const tourLines = (columns: number): readonly string[] => {
  const home = mkdtempSync(join(tmpdir(), "coxswain-picture-"));
  const tour = `${process.execPath} --conditions=coxswain-source packages/cli/src/main.ts tour`;
  const path = `${join(process.execPath, "..")}:${process.env["PATH"]}`;
  const env = { PATH: path, HOME: home, COLUMNS: String(columns), TERM: "xterm-256color", LANG: "C.UTF-8" };
  try {
    const output = execFileSync("script", ["-qec", tour, "/dev/null"], { cwd: root, env, encoding: "utf8" });
    const lines = output
      .replaceAll("\r", "")
      .replaceAll(/\S*cox-tour-\w+/g, "/tmp/cox-tour")
      // These differ from run to run.
      .replaceAll(/(duration_ms) [\d.]+/g, "$1 246.374")
      .replaceAll(/^(cox: )[\d.]+( s, .* session )[0-9a-f]+/gm, (_, before: string, after: string) => `${before}1.4${after}f20743bd`)
      .split("\n");
    const end = lines.findIndex((line) => line.includes("cox sessions show"));
    return lines.slice(0, end).join("\n").trim().split("\n");
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

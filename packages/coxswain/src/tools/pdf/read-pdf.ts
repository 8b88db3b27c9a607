import { ToolError } from "../../loop/index.ts";
import type { PdfFault, PdfOrder, PdfPages } from "./pdf-process.ts";

/** Imports and runs `pdfProcess` in the child process. */
const BEGIN = "import(process.argv[1]).then(({ pdfProcess }) => pdfProcess.run(JSON.parse(process.argv[2])))";

/** Forbids writing files and starting programs. Allows a worker for the memory check. */
const MAY_ONLY_READ = ["--permission", "--allow-worker", "--allow-fs-read=*"];

/**
 * Returns the text of a PDF's pages. A separate process reads it, without environment variables, file writes and child
 * processes, and is killed when it exceeds its time or memory limit.
 * @throws {ToolError} with the reason in one clause
 */
export const readPdf = async (bytes: Uint8Array, order: PdfOrder, signal: AbortSignal): Promise<PdfPages> => {
  const [{ spawn }, { pdfProcess }] = await Promise.all([import("node:child_process"), import("./pdf-process.ts")]);
  const late = AbortSignal.timeout(order.timeout);
  const heap = `--max-old-space-size=${Math.ceil(order.memory / 2 ** 20)}`;
  const child = spawn(
    process.execPath,
    [...MAY_ONLY_READ, heap, "--no-warnings", "--eval", BEGIN, "--", pdfProcess.module, JSON.stringify(order)],
    { env: {}, stdio: ["pipe", "pipe", "ignore"], signal: AbortSignal.any([late, signal]), killSignal: "SIGKILL" },
  );
  const answered: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => answered.push(chunk));
  // The process may exit before it has read all input.
  child.stdin.on("error", () => {}).end(bytes);
  const ended = await new Promise<number | NodeJS.Signals>((resolve) => {
    // An abort emits an error before the close event.
    child.once("close", (code, killedBy) => resolve(code ?? killedBy ?? 0)).on("error", () => {});
  });
  if (signal.aborted) throw new ToolError("the call was cancelled");
  if (late.aborted) throw new ToolError(`reading it took longer than ${order.timeout} ms`);
  // Killed by its own memory check or by V8.
  if (ended === "SIGKILL" || ended === "SIGABRT" || ended === 134) throw new ToolError("reading it needed too much memory");
  if (ended !== 0) throw new ToolError(`the process that reads it ended with ${ended}`);
  const answer = JSON.parse(Buffer.concat(answered).toString()) as PdfPages | PdfFault;
  if ("fault" in answer) throw new ToolError(meaning(answer.fault));
  return answer;
};

const LONGEST = 120;

const meaning = (fault: string): string => {
  if (fault.startsWith("PasswordException")) return "it is encrypted and needs a password";
  return `it is damaged (${fault.replaceAll(/\s+/g, " ").slice(0, LONGEST).toWellFormed()})`;
};

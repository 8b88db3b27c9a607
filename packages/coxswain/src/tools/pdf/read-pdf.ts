import { ToolError } from "../../loop/index.ts";
import type { PdfFault, PdfOrder, PdfPages } from "./pdf-process.ts";

/** Begins `pdfProcess`, which this process knows where to find. */
const BEGIN = "import(process.argv[1]).then(({ pdfProcess }) => pdfProcess.run(JSON.parse(process.argv[2])))";

/** No files written and no programs started; a thread, for its own watch. */
const MAY_ONLY_READ = ["--permission", "--allow-worker", "--allow-fs-read=*"];

/**
 * The text of a PDF's pages. A process of its own reads it, which sees nothing of the environment, can write no file and start no program,
 * and is ended when it takes too long or too much.
 * @throws {ToolError} which says in one clause why it cannot be read.
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
  // It may end before it has taken all.
  child.stdin.on("error", () => {}).end(bytes);
  const ended = await new Promise<number | NodeJS.Signals>((resolve) => {
    // An abort is told as an error too, before its end.
    child.once("close", (code, killedBy) => resolve(code ?? killedBy ?? 0)).on("error", () => {});
  });
  if (signal.aborted) throw new ToolError("the call was cancelled");
  if (late.aborted) throw new ToolError(`reading it takes longer than ${order.timeout} ms`);
  // By its own watch, or by V8.
  if (ended === "SIGKILL" || ended === "SIGABRT" || ended === 134) throw new ToolError("reading it takes too much memory");
  if (ended !== 0) throw new ToolError(`the process that reads it ended with ${ended}`);
  const answer = JSON.parse(Buffer.concat(answered).toString()) as PdfPages | PdfFault;
  if ("fault" in answer) throw new ToolError(meaning(answer.fault));
  return answer;
};

const LONGEST = 120;

const meaning = (fault: string): string => {
  if (fault.startsWith("PasswordException")) return "it is encrypted, and wants a password";
  return `it is damaged (${fault.replaceAll(/\s+/g, " ").slice(0, LONGEST).toWellFormed()})`;
};

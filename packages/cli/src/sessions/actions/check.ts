import { basename } from "node:path";
import { repairSession } from "coxswain/session";
import { allSessionFiles, checkSession, isIntact, type SessionCheck } from "coxswain/store";
import { errorLine, escapeLine, jsonLine, shellWord } from "../../output/index.ts";
import { EXIT, type ProcessContext } from "../../process/index.ts";
import { findSession } from "../find-session.ts";
import type { SessionsAction, SessionsRequest } from "../sessions-request.ts";

/** `cox sessions check`: exit code 1 when damage remains, with the command that repairs it. */
export const check: SessionsAction = async (request) => {
  const { values, context } = request;
  let intact = true;
  const damaged: string[] = [];
  for (const { path, isStored } of await chosenFiles(request)) {
    const read = await checked(path, context);
    const found = read && isStored ? named(read) : read;
    if (found === undefined) {
      intact = false;
      continue;
    }
    context.stdout.write(values.json === true ? jsonLine({ ...found, sound: isIntact(found) }) : checkText(found));
    if (isIntact(found)) continue;
    if (found.entries > 0 && read !== undefined && !isIntact(read)) damaged.push(isStored ? basename(path, ".jsonl") : path);
    if (values.repair !== true || !(await isRepaired(path, request))) intact = false;
  }
  if (damaged.length > 0 && values.repair !== true) context.stderr.write(repairAdvice(damaged));
  return intact ? EXIT.done : EXIT.failed;
};

/** The command for one file, or for all. */
const repairAdvice = (damaged: readonly string[]): string => {
  const [only = ""] = damaged;
  const word = damaged.length === 1 ? shellWord(only) : undefined;
  return `To repair: cox sessions check${word === undefined ? "" : ` ${word}`} --repair\n`;
};

interface ChosenFile {
  readonly path: string;
  /** True for a file in the sessions folder, which must be named after its id. */
  readonly isStored: boolean;
}

/** Resolves the ids and files on the command line. Default: all session files. */
const chosenFiles = async ({ directory, rest }: SessionsRequest): Promise<readonly ChosenFile[]> => {
  if (rest.length === 0) return (await allSessionFiles(directory)).map(({ path }) => ({ path, isStored: true }));
  return Promise.all(
    rest.map(async (selector) =>
      isFile(selector) ? { path: selector, isStored: false } : { path: (await findSession(directory, selector)).path, isStored: true },
    ),
  );
};

/** Reports a file whose name does not match its id, because no command opens it. */
const named = (found: SessionCheck): SessionCheck => {
  const { path, header, problem } = found;
  if (header === undefined || problem !== undefined || header.id === basename(path, ".jsonl")) return found;
  return { ...found, problem: `The file contains session ${header.id}; rename it to ${header.id}.jsonl.` };
};

/** Ids contain no dots or separators. */
const isFile = (selector: string): boolean => /[/\\.]/.test(selector);

const checkText = (found: SessionCheck): string => {
  const { path, problem, entries, damage } = found;
  const name = escapeLine(basename(path, ".jsonl"));
  const places = damage.map(({ detail }) => `  ${escapeLine(detail)}\n`).join("");
  if (problem !== undefined) return `${name}  cannot be resumed: ${escapeLine(problem)}\n${places}`;
  const state = isIntact(found)
    ? damage.length === 0
      ? "intact"
      : "intact except for a partial last entry, which the next write sets aside"
    : "damaged";
  return `${name}  ${state}, ${entries} entries\n${places}`;
};

/** Checks one file. Returns undefined and continues if it cannot be read. */
const checked = async (path: string, { stderr }: ProcessContext): Promise<SessionCheck | undefined> => {
  try {
    return await checkSession(path);
  } catch (error) {
    stderr.write(`${escapeLine(basename(path, ".jsonl"))}  cannot be read: ${errorLine(error)}\n`);
    return undefined;
  }
};

const LOST = {
  cwd: "Lost: the session's folder. It now belongs to this one.",
  at: "Lost: the time when the session started.",
} as const;

/** Repairs one file. Reports a file that cannot be repaired or is in use, and continues with the others. */
const isRepaired = async (path: string, { context: { cwd, stderr } }: SessionsRequest): Promise<boolean> => {
  try {
    const repaired = await repairSession(path, { cwd });
    if (repaired === undefined) return false;
    stderr.write(`Repaired ${escapeLine(path)}: ${repaired.entries} entries. The original is now ${escapeLine(repaired.backup)}\n`);
    for (const field of repaired.lost ?? []) stderr.write(`${LOST[field]}\n`);
    return true;
  } catch (error) {
    stderr.write(`Not repaired: ${errorLine(error)}\n`);
    return false;
  }
};

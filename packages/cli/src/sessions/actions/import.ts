import { resolve } from "node:path";
import { type Masking } from "coxswain/policy";
import { textLines } from "coxswain/store";
import { projectIdentity } from "coxswain/tools";
import { type ImportedSession, type ImportOrigin, importSession, ORIGINS, storeImport, type StoredImport } from "coxswain/transfer";
import { UsageError } from "../../argv/index.ts";
import { configure, maskingOf } from "../../configuration/index.ts";
import { errorLine, escapeLine, jsonLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import type { SessionsAction } from "../sessions-request.ts";

interface Read {
  readonly path: string;
  readonly session: ImportedSession;
}

/** `cox sessions import`: imports every valid file. Exit code 1 when any file failed. */
export const importSessions: SessionsAction = async (request) => {
  const { store, values, rest, context } = request;
  const { stdout, stderr } = context;
  if (rest.length === 0) throw new UsageError("missing argument: FILE. Usage: cox sessions import FILE ...");
  const from = originOf(values.from);
  let failed = false;
  const fail = (path: string, error: unknown): void => {
    failed = true;
    stderr.write(`${escapeLine(path)}: ${errorLine(error)}\n`);
  };

  const mask = maskingOf(await configure(context));
  const read: Read[] = [];
  for (const path of rest) {
    try {
      read.push({ path, session: await readSessionFile(path, from, mask, context.cwd) });
    } catch (error) {
      fail(path, error);
    }
  }
  // The session stored last becomes the latest of its folder.
  for (const { path, session } of read.toSorted((one, other) => one.session.header.at - other.session.header.at)) {
    try {
      const result = await storeImport(store, session);
      const { header, left } = session;
      if (values.json === true) stdout.write(jsonLine({ id: header.id, cwd: header.cwd, from: session.from, file: path, result, left }));
      else stdout.write(`${header.id}\n`);
      stderr.write(`${escapeLine(path)}: ${RESULTS[result]}${skippedText(left)}.\n`);
    } catch (error) {
      fail(path, error);
    }
  }
  return failed ? EXIT.failed : EXIT.done;
};

const readSessionFile = (path: string, from: ImportOrigin | undefined, mask: Masking, cwd: string): Promise<ImportedSession> => {
  const file = resolve(cwd, path);
  return importSession(() => textLines(file), { from, mask, project: projectIdentity, cwd, now: Date.now() });
};

const originOf = (value: string | undefined): ImportOrigin | undefined => {
  if (value === undefined) return undefined;
  const origin = ORIGINS.find((name) => name === value);
  if (origin === undefined) throw new UsageError(`--from must be one of ${ORIGINS.join(", ")}, not ${value}`);
  return origin;
};

const RESULTS: Readonly<Record<StoredImport, string>> = {
  stored: "imported",
  completed: "imported the missing entries",
  known: "already imported",
};

const skippedText = (left: ImportedSession["left"]): string => {
  const kinds = Object.entries(left).map(([kind, count]) => `${count} ${escapeLine(kind)}`);
  return kinds.length === 0 ? "" : `; skipped: ${kinds.join(", ")}`;
};

import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { readSession } from "coxswain";
import { jsonLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import { rowLine, sessionRow } from "../session-row.ts";
import { noMoreThan, type SessionsAction } from "../sessions-request.ts";

const LIMIT = 20;

/** `cox sessions list`. */
export const list: SessionsAction = async ({ store, values, rest, surroundings: { cwd, stdout, stderr } }) => {
  noMoreThan(0, rest);
  const { all = false, limit = LIMIT, json } = values;
  const folder = realFolder(resolve(cwd, values.cwd ?? "."));
  let count = 0;
  for await (const stored of store.list(all ? {} : { cwd: folder })) {
    if (limit > 0 && count === limit) {
      stderr.write(`There are more than ${limit}: --limit 0 shows all.\n`);
      break;
    }
    count += 1;
    const row = sessionRow(stored, await readSession(store, stored.id));
    stdout.write(json === true ? jsonLine(row) : `${rowLine(row, all)}\n`);
  }
  if (count === 0)
    stderr.write(all ? "There are no sessions yet.\n" : `There are no sessions of ${folder} yet; --all shows those of every folder.\n`);
  return EXIT.done;
};

/** Of a folder that is gone, the sessions are still there. */
const realFolder = (folder: string): string => {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
};

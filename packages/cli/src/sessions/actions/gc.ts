import { coxHome } from "coxswain/settings";
import { collectBlobs } from "coxswain/store";
import { sessionsFolder } from "../../configuration/index.ts";
import { jsonLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import { expectAtMost, type SessionsAction } from "../sessions-request.ts";

/** `cox sessions gc`. */
export const gc: SessionsAction = async ({ values, rest, surroundings: { env, stdout, stderr } }) => {
  expectAtMost(0, rest);
  const { blobs, bytes } = await collectBlobs({ directory: sessionsFolder(coxHome(env)), now: Date.now() });
  if (values.json === true) stdout.write(jsonLine({ blobs, bytes }));
  else if (blobs === 0) stderr.write("Nothing to free.\n");
  else stderr.write(`Freed ${sizeOf(bytes)} (${blobs} unused ${blobs === 1 ? "file" : "files"}).\n`);
  return EXIT.done;
};

const sizeOf = (bytes: number): string => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

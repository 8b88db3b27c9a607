import { coxHome } from "coxswain/settings";
import { collectBlobs } from "coxswain/store";
import { sessionsFolder } from "../../configuration/index.ts";
import { jsonLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import { noMoreThan, type SessionsAction } from "../sessions-request.ts";

/** `cox sessions gc`. */
export const gc: SessionsAction = async ({ values, rest, surroundings: { env, stdout, stderr } }) => {
  noMoreThan(0, rest);
  const { blobs, bytes } = await collectBlobs({ directory: sessionsFolder(coxHome(env)), now: Date.now() });
  if (values.json === true) stdout.write(jsonLine({ blobs, bytes }));
  else stderr.write(`Freed ${sizeOf(bytes)}: ${blobs} long ${blobs === 1 ? "text or image" : "texts and images"} that no session has.\n`);
  return EXIT.done;
};

const sizeOf = (bytes: number): string => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);

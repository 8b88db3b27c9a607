import { EXIT } from "../../process/index.ts";
import { namedSession, type SessionsAction } from "../sessions-request.ts";

/** `cox sessions path`. */
export const path: SessionsAction = async (request) => {
  const { path: place } = await namedSession(request);
  request.surroundings.stdout.write(`${place}\n`);
  return EXIT.done;
};

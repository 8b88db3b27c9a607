import { EXIT } from "../../process/index.ts";
import { namedSession, type SessionsAction } from "../sessions-request.ts";

/** `cox sessions delete`. */
export const remove: SessionsAction = async (request) => {
  const { id } = await namedSession(request);
  await request.runtime.remove(id);
  request.surroundings.stderr.write(`Moved ${id} to the trash. Restore it with: cox sessions trash restore ${id}\n`);
  return EXIT.done;
};

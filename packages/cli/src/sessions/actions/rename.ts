import { UsageError } from "../../argv/index.ts";
import { configure, maskingOf } from "../../configuration/index.ts";
import { EXIT } from "../../process/index.ts";
import { namedSession, type SessionsAction } from "../sessions-request.ts";

/** `cox sessions rename`. */
export const rename: SessionsAction = async (request) => {
  const { runtime, rest, surroundings } = request;
  const title = rest.slice(1).join(" ").trim();
  if (title === "") throw new UsageError("missing argument: ID or TITLE. Usage: cox sessions rename ID TITLE");
  const { id } = await namedSession(request, rest.length);
  const { text } = maskingOf(await configure(surroundings));
  await (await runtime.open(id)).set({ title: text(title) });
  surroundings.stderr.write(`Renamed ${id}.\n`);
  return EXIT.done;
};

import { EXIT } from "../../process/index.ts";
import { namedSession, type SessionsAction } from "../sessions-request.ts";
import { UsageError } from "../../argv/index.ts";
import { configure, maskingOf } from "../../configuration/index.ts";

/** `cox sessions path`. */
export const path: SessionsAction = async (request) => {
  const { path: place } = await namedSession(request);
  request.context.stdout.write(`${place}\n`);
  return EXIT.done;
};

/** `cox sessions rename`. */
export const rename: SessionsAction = async (request) => {
  const { runtime, rest, context } = request;
  const title = rest.slice(1).join(" ").trim();
  if (title === "") throw new UsageError("missing argument: ID or TITLE. Usage: cox sessions rename ID TITLE");
  const { id } = await namedSession(request, rest.length);
  const { text } = maskingOf(await configure(context));
  await (await runtime.open(id)).set({ title: text(title) });
  context.stderr.write(`Renamed ${id}.\n`);
  return EXIT.done;
};

/** `cox sessions delete`. */
export const remove: SessionsAction = async (request) => {
  const { id } = await namedSession(request);
  await request.runtime.remove(id);
  request.context.stderr.write(`Moved ${id} to the trash. Restore it with: cox sessions trash restore ${id}\n`);
  return EXIT.done;
};

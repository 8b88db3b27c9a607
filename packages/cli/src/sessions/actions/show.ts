import { readSession } from "coxswain";
import { jsonLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import { namedSession, type SessionsAction } from "../sessions-request.ts";
import { transcript } from "../transcript.ts";

/** `cox sessions show`. */
export const show: SessionsAction = async (request) => {
  const { store, values, context } = request;
  const { stdout } = context;
  const session = await readSession(store, (await namedSession(request)).id);
  if (values.json === true) for (const entry of session.entries) stdout.write(jsonLine(entry));
  else stdout.write(transcript(session, stdout.columns));
  return EXIT.done;
};

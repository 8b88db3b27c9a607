import { readSession } from "coxswain";
import { evidenceLine, evidenceOf, lineReader, relocatedEntries, workFacts } from "coxswain/session";
import { escapeLine, jsonLine, relativeTo } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import { namedSession, type SessionsAction } from "../sessions-request.ts";
import { transcript } from "../transcript.ts";

/** `cox sessions show`. */
export const show: SessionsAction = async (request) => {
  const { store, values, context } = request;
  const { stdout } = context;
  const session = await readSession(store, (await namedSession(request)).id);
  if (values.json === true) for (const entry of session.entries) stdout.write(jsonLine(entry));
  else {
    stdout.write(transcript(session, stdout.columns));
    const { cwd } = session.state;
    const checks = evidenceLine(
      evidenceOf(workFacts(relocatedEntries(session.entries, session.header.cwd)), await lineReader(), cwd),
      relativeTo(cwd),
    );
    if (checks !== undefined) stdout.write(`\nChecks: ${escapeLine(checks)}\n`);
  }
  return EXIT.done;
};

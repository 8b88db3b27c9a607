import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { coxHome, projectRoot, trustStore } from "coxswain/settings";
import { type Arguments, UsageError } from "../argv/index.ts";
import { projectParts, trustPath } from "../configuration/index.ts";
import type { TRUST_OPTIONS } from "../options/index.ts";
import { escapeLine, jsonLine } from "../output/index.ts";
import { agrees, EXIT, type ExitCode, isPersonThere, type ProcessContext } from "../process/index.ts";
import { partLines } from "./part-lines.ts";

type TrustArguments = Arguments<typeof TRUST_OPTIONS>;

/** `cox trust`: shows what of a project would count, so that a person can look before, and trusts it when they say so. */
export const trustAction = async (given: TrustArguments, surroundings: ProcessContext): Promise<ExitCode> => {
  const [first, second, third] = given.positionals;
  const tooMany = first === "revoke" ? third : second;
  if (tooMany !== undefined) throw new UsageError(`there is a word too many: ${tooMany}`);
  if (first === "list") return list(given, surroundings);
  if (first === "revoke") return revoke(second, surroundings);
  return trust(first, given, surroundings);
};

const trust = async (given: string | undefined, { values }: TrustArguments, surroundings: ProcessContext): Promise<ExitCode> => {
  const { env, cwd, stdout, stderr } = surroundings;
  const folder = resolve(cwd, given ?? ".");
  const project = projectRoot(folder);
  const trusted = trustStore(trustPath(coxHome(env)));
  const parts = projectParts(folder);
  stdout.write(`${escapeLine(project)}\n`);
  for (const part of parts) stdout.write(partLines(part, project));
  if (parts.length === 0) stderr.write("It has nothing of its own for agents so far.\n");
  if (trusted.isTrusted(project)) {
    stderr.write("It is trusted already.\n");
    return EXIT.done;
  }
  if (values.yes !== true) {
    if (!isPersonThere(surroundings)) {
      stderr.write("cox: it is not trusted: that takes a terminal to say so at, or --yes\n");
      return EXIT.failed;
    }
    if (!(await agrees(surroundings, "Trusted, it is read now and later, and its hooks and extensions run as you. Trust it?")))
      return EXIT.failed;
  }
  trusted.trust(project);
  stderr.write(`Trusted: ${escapeLine(project)}\n`);
  return EXIT.done;
};

const list = ({ values }: TrustArguments, { env, stdout, stderr }: ProcessContext): ExitCode => {
  const folders = trustStore(trustPath(coxHome(env))).folders();
  for (const folder of folders) {
    const there = existsSync(folder);
    stdout.write(values.json === true ? jsonLine({ folder, there }) : `${escapeLine(folder)}${there ? "" : "  (not there)"}\n`);
  }
  if (folders.length === 0) stderr.write("No project is trusted.\n");
  return EXIT.done;
};

/** @throws {UsageError} */
const revoke = (given: string | undefined, { env, cwd, stderr }: ProcessContext): ExitCode => {
  const folder = resolve(cwd, given ?? ".");
  const trusted = trustStore(trustPath(coxHome(env)));
  // Of one that is gone only the path is left.
  const revoked = [folder, ...(existsSync(folder) ? [projectRoot(folder)] : [])].find((path) => trusted.distrust(path));
  stderr.write(
    revoked === undefined ? `cox: it was not trusted: ${escapeLine(folder)}\n` : `Not trusted any more: ${escapeLine(revoked)}\n`,
  );
  return revoked === undefined ? EXIT.failed : EXIT.done;
};

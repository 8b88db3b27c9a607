import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { coxHome, projectRoot, trustStore } from "coxswain/settings";
import { UsageError } from "../argv/index.ts";
import { trustPath } from "../configuration/index.ts";
import type { CommandArguments, TRUST_COMMAND } from "../commands/index.ts";
import { escapeLine, jsonLine } from "../output/index.ts";
import { confirm, EXIT, type ExitCode, isInteractive, type ProcessContext } from "../process/index.ts";
import { reviewProject, TRUST_MEANING } from "./review.ts";

type TrustArguments = CommandArguments<typeof TRUST_COMMAND>;

/** `cox trust`: shows the project's files for review, and trusts it after confirmation. */
export const trustAction = async (trustArguments: TrustArguments, context: ProcessContext): Promise<ExitCode> => {
  const [first, second, third] = trustArguments.positionals;
  const tooMany = first === "revoke" ? third : second;
  if (tooMany !== undefined) throw new UsageError(`unexpected argument: ${tooMany}`);
  if (first === "list") return list(trustArguments, context);
  if (first === "revoke") return revoke(second, context);
  return trust(first, trustArguments, context);
};

const trust = async (path: string | undefined, { values }: TrustArguments, context: ProcessContext): Promise<ExitCode> => {
  const { env, cwd, stdout, stderr } = context;
  const folder = resolve(cwd, path ?? ".");
  const review = await reviewProject(folder, env);
  stdout.write(review.text);
  if (!review.hasFiles) stderr.write("The project has no settings or files for agents.\n");
  if (review.isTrusted) {
    stderr.write("Already trusted.\n");
    return EXIT.done;
  }
  if (values.yes !== true) {
    if (!isInteractive(context)) {
      stderr.write("cox: not trusted: confirm at a terminal, or use --yes\n");
      return EXIT.failed;
    }
    if (!(await confirm(context, `${TRUST_MEANING} Trust it?`))) return EXIT.failed;
  }
  review.trust();
  stderr.write(`Trusted: ${escapeLine(review.project)}\n`);
  return EXIT.done;
};

const list = ({ values }: TrustArguments, { env, stdout, stderr }: ProcessContext): ExitCode => {
  const folders = trustStore(trustPath(coxHome(env))).folders();
  for (const folder of folders) {
    const there = existsSync(folder);
    stdout.write(values.json === true ? jsonLine({ folder, there }) : `${escapeLine(folder)}${there ? "" : "  (no longer exists)"}\n`);
  }
  if (folders.length === 0) stderr.write("No trusted projects.\n");
  return EXIT.done;
};

/** @throws {UsageError} */
const revoke = (path: string | undefined, { env, cwd, stderr }: ProcessContext): ExitCode => {
  const folder = resolve(cwd, path ?? ".");
  const trusted = trustStore(trustPath(coxHome(env)));
  // A folder that no longer exists is known by its path only.
  const revoked = [folder, ...(existsSync(folder) ? [projectRoot(folder)] : [])].find((candidate) => trusted.distrust(candidate));
  stderr.write(
    revoked === undefined ? `cox: not a trusted project: ${escapeLine(folder)}\n` : `No longer trusted: ${escapeLine(revoked)}\n`,
  );
  return revoked === undefined ? EXIT.failed : EXIT.done;
};

import type { Confinement, ProcessResult } from "../workspace/index.ts";

/** Error messages of programs that indicate a restriction by the sandbox. */
const SANDBOX_ERRORS =
  /read-only file system|permission denied|not permitted|device or resource busy|unable to access|could ?n[o']t resolve|name resolution|name or service not known|network is (?:unreachable|down)|ENOTCACHED|no route to host|connection refused|ENOTFOUND|EAI_AGAIN|EROFS|EACCES|EPERM|EBUSY|ENETUNREACH|ECONNREFUSED|failed to (?:establish a new connection|connect|sign the data)|cannot connect|can only add regular files|unsupported file type|sandbox does not allow/i;

/** Number of network refusals to list. */
const REFUSALS = 5;

/**
 * Returns notes for the model about the sandbox of a command: files that were moved away, and likely causes of a
 * failure.
 */
export const sandboxNotes = ({ confinement, end, output, errors, movedAway = [], refused = [] }: ProcessResult): readonly string[] => {
  const moved = movedAway.map(
    ({ path, to }) => `${path} runs code automatically and cannot be created in the sandbox: it was moved to ${to}`,
  );
  if (confinement === undefined || confinement.kind === "none") return moved;
  const notes = [...moved, ...refused.slice(0, REFUSALS)];
  const failed = end.kind === "exit" && end.code !== 0;
  // Programs that wait for a network response often print nothing before they time out.
  const waited = end.kind === "timeout" && output.bytes === 0 && (errors?.bytes ?? 0) === 0;
  const isSandboxError = [output, errors].some(
    (text) => text !== undefined && (SANDBOX_ERRORS.test(text.head) || SANDBOX_ERRORS.test(text.tail)),
  );
  return waited || (failed && (isSandboxError || refused.length > 0))
    ? [...notes, `${forbidden(confinement)}. If that is why it failed, run it with outside; the user is asked for permission`]
    : notes;
};

const forbidden = ({ network }: Exclude<Confinement, { readonly kind: "none" }>): string =>
  [
    "it ran in the sandbox, where a command can write only in the folder and in its own /tmp, cannot create hooks, settings of programs or repositories there",
    network === "off" ? "cannot read secrets and has no network" : `cannot read secrets and can connect to ${network.join(", ")} only`,
  ].join(", ");

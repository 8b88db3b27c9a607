import type { Judgement, Policy } from "./policy.ts";
import { judgeReading } from "./reading-commands.ts";
import { isCommand } from "./rules/index.ts";

/**
 * Allows reading inside the session's folder, and denies everything that may change something. The network is left open, so
 * the gate asks about it.
 */
export const planPolicy = (): Policy => (request) => {
  const { effect, inside } = request;
  if (isCommand(request)) {
    const { kind, reason } = judgeReading(request);
    if (kind === "changes") return denied(reason);
    return { verdict: kind === "reads" ? "allow" : "open", reason };
  }
  if (effect === "write" || effect === "execute") return denied("");
  return effect === "read" && inside === true ? READ : undefined;
};

const READ: Judgement = { verdict: "allow", reason: "reading inside the session's folder is allowed" };

const denied = (why: string): Judgement => ({
  verdict: "deny",
  reason: `plan mode allows only reading${why === "" ? "" : `, and ${why}`}; describe what you would do instead of doing it`,
});

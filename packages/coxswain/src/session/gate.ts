import type { Gate } from "../loop/index.ts";
import { type Asking, policyGate } from "../policy/index.ts";
import type { SessionJournal } from "./events/index.ts";
import type { RunHost } from "./run-host.ts";

/** The runtime's policy and question, told in the session's stream. The agents of one tree share what `asking` says. */
export const sessionGate = ({ policy, ask, above }: RunHost, journal: SessionJournal, asking: Asking): Gate =>
  policyGate({
    policy,
    ask,
    asking,
    agent: above && { ...journal.agent, ...(above.name === undefined ? {} : { name: above.name }) },
    onAsk({ callId, tool, requests, always }) {
      // What was read out of a command is for the policy; whoever answers judges the command.
      const asked = requests.map(({ tool: of, effect, subject, inside, shell }) => ({
        tool: of,
        effect,
        subject,
        ...(inside === undefined ? {} : { inside }),
        ...(shell === undefined ? {} : { shell }),
      }));
      journal.emit({ type: "permission_ask", callId, tool, requests: asked, ...(always === undefined ? {} : { always }) });
    },
    onReply({ callId }, reply) {
      const allowed = reply.kind === "once" || reply.kind === "session";
      const reason = "reason" in reply ? reply.reason : undefined;
      journal.emit({ type: "permission_reply", callId, allowed, ...(reason === undefined ? {} : { reason }) });
    },
  });

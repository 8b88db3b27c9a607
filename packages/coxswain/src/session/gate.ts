import type { Gate } from "../loop/index.ts";
import { type Asker, type Asking, policyGate } from "../policy/index.ts";
import type { ParentContext } from "./agents/index.ts";
import { isAllowing, type SessionJournal, withoutEffects } from "../journal/index.ts";
import type { RunHost } from "./run-host.ts";

/** The runtime's policy and question, told in the session's stream. The agents of one tree share what `asking` says. */
export const sessionGate = ({ policy, ask, parent, workspace }: RunHost, journal: SessionJournal, asking: Asking): Gate =>
  policyGate({
    policy,
    ask,
    asking,
    places: { folder: workspace.root },
    asker: askerOf(journal, parent),
    onAsk({ id, callId, tool, requests, reasons, offers, always }) {
      const asked = requests.map(withoutEffects);
      const each = always === undefined ? {} : { always };
      journal.emit({ type: "permission_ask", id, callId, tool, requests: asked, reasons, offers, ...each });
    },
    onReply({ id, callId }, reply, rules) {
      journal.emit({
        type: "permission_reply",
        id,
        callId,
        allowed: isAllowing(reply),
        answer: reply.kind,
        ...(rules.length === 0 ? {} : { rules }),
        ...("reason" in reply && reply.reason !== undefined ? { reason: reply.reason } : {}),
      });
    },
    onSaveFailed(error) {
      const why = error instanceof Error ? error.message : String(error);
      journal.emit({ type: "warning", message: `The answer holds for this session only: ${why}` });
    },
  });

const askerOf = ({ agent }: SessionJournal, parent: ParentContext | undefined): Asker => {
  if (parent === undefined) return { sessionId: agent.id, root: agent.id };
  const { root, name } = parent;
  return { sessionId: agent.id, root, agent: { ...agent, ...(name === undefined ? {} : { name }) } };
};

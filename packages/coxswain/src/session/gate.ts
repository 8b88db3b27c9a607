import type { Gate } from "../loop/index.ts";
import { type Asker, type QuestionQueue, policyGate } from "../policy/index.ts";
import { isAllowing, type SessionJournal, withoutEffects } from "../journal/index.ts";
import type { RunHost } from "./run-host.ts";

/** The runtime's policy and its callback for questions, which the session emits. The agents of one tree share `asking`. */
export const sessionGate = ({ policy, ask, workspace }: RunHost, journal: SessionJournal, asking: QuestionQueue, asker: Asker): Gate =>
  policyGate({
    policy,
    ask,
    questions: asking,
    places: { folder: workspace.root },
    asker,
    onAsk({ id, callId, tool, requests, reasons, offers, wider, always }) {
      const asked = requests.map(withoutEffects);
      const each = { ...(wider === undefined ? {} : { wider }), ...(always === undefined ? {} : { always }) };
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
      journal.emit({ type: "warning", message: `The answer applies to this session only: ${why}` });
    },
  });

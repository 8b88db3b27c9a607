// A deploy gate: no deploy before the tests were green after the last change, and out of hours only when a person says yes.
// DEPLOY_HOURS, as 9-17, says from which hour to which nobody has to be asked. A gate for who forgets, no wall against who wants past it.
import type { Extension } from "coxswain/extensions";

const DEPLOY = /\b(?:npm run deploy|make deploy|kubectl apply|terraform apply|git push \S+ production)\b/;
const TESTS = /\b(?:npm (?:run )?test|node --test|make test|pytest|go test|cargo test)\b/;

interface Gate {
  /** Whether the tests passed after the last change of a file. */
  readonly green: boolean;
  /** Whether the person opened it for the rest of the session. */
  readonly open: boolean;
}

export const extension: Extension = (cox) => {
  const [from = 9, to = 17] = (process.env["DEPLOY_HOURS"] ?? "9-17").split("-").map(Number);

  // Facts in the session's log: they survive a restart, and a fork has them too.
  const gate = cox.state<Gate, Partial<Gate>>({
    name: "gate",
    initial: { green: false, open: false },
    apply: (state, change) => ({ ...state, ...change }),
  });

  cox.registerHook({
    event: "post_tool",
    tools: ["bash", "edit", "write"],
    async run({ sessionId, tool, input, result }) {
      if (tool !== "bash") await gate.append(sessionId, { green: false });
      else if (TESTS.test(commandOf(input))) await gate.append(sessionId, { green: !result.isError });
    },
  });

  cox.registerHook({
    event: "pre_tool",
    tools: ["bash"],
    run({ sessionId, input }) {
      const { green, open } = gate.of(sessionId);
      if (open || !DEPLOY.test(commandOf(input))) return;
      if (!green) return { deny: "the tests were not green since the last change: run them first" };
      const hour = new Date().getHours();
      const isOpen = hour >= from && hour < to; // never, where the hours are none
      if (!isOpen) return { ask: `it is a deploy outside of ${from} to ${to} o'clock` };
    },
  });

  cox.registerCommand({
    name: "gate",
    description: "Says whether deploys may go; open lets them go for the rest of the session, close takes that back.",
    argumentHint: "[open|close]",
    async run({ session, words }) {
      if (words === "open" || words === "close") await gate.append(session.id, { open: words === "open" });
      else if (words !== "") throw new Error(`/gate takes open or close, and not ${words}`);
      const { green, open } = gate.of(session.id);
      if (open) return "The gate is open.";
      return green ? "The tests are green: deploys may go." : "The tests were not green since the last change: deploys are denied.";
    },
  });
};

const commandOf = (input: unknown): string => (input as { readonly command: string }).command;

// A deploy gate: denies a deploy unless the tests passed after the last change, and asks the user outside working
// hours. DEPLOY_HOURS, as 9-17, sets the hours in which no question is asked. The gate prevents mistakes; it does not
// stop an attacker.
import type { Extension } from "coxswain/extensions";

const DEPLOY = /\b(?:npm run deploy|make deploy|kubectl apply|terraform apply|git push \S+ production)\b/;
const TESTS = /\b(?:npm (?:run )?test|node --test|make test|pytest|go test|cargo test)\b/;

interface Gate {
  /** True if the tests passed after the last change of a file. */
  readonly green: boolean;
  /** True if the user opened the gate for the rest of the session. */
  readonly open: boolean;
}

export const extension: Extension = (cox) => {
  const [from = 9, to = 17] = (process.env["DEPLOY_HOURS"] ?? "9-17").split("-").map(Number);

  // State in the session's log: it survives a restart, and a fork has it too.
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
      if (!green) return { deny: "the tests have not passed since the last change: run them first" };
      const hour = new Date().getHours();
      const isOpen = hour >= from && hour < to; // false if the hours are not numbers
      if (!isOpen) return { ask: `this is a deploy outside working hours (${from} to ${to})` };
    },
  });

  cox.registerCommand({
    name: "gate",
    description: "Shows whether deploys are allowed. open allows them for the rest of the session, close restores the gate.",
    argumentHint: "[open|close]",
    async run({ session, words }) {
      if (words === "open" || words === "close") await gate.append(session.id, { open: words === "open" });
      else if (words !== "") throw new Error(`/gate takes open or close, not ${words}`);
      const { green, open } = gate.of(session.id);
      if (open) return "The gate is open.";
      return green ? "The tests passed: deploys are allowed." : "The tests have not passed since the last change: deploys are denied.";
    },
  });
};

const commandOf = (input: unknown): string => (input as { readonly command: string }).command;

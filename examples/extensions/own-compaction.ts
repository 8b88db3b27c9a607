// A compaction of one's own: no model is asked for a summary. It is made of what was kept on the way: what the person asked, what the
// model noted down with a tool, and which files were changed. Where nothing was kept, a model writes the summary as ever.
import type { Extension } from "coxswain/extensions";

/** How many of each the summary holds: the latest. */
const KEPT = 50;

interface Notes {
  readonly asked: readonly string[];
  readonly noted: readonly string[];
  readonly changed: readonly string[];
}

type Note = { readonly [Kind in keyof Notes]: { readonly kind: Kind; readonly text: string } }[keyof Notes];

export const extension: Extension = (cox) => {
  const notes = cox.state<Notes, Note>({
    name: "notes",
    initial: { asked: [], noted: [], changed: [] },
    // What comes again moves to the end.
    apply: (state, { kind, text }) => ({ ...state, [kind]: [...state[kind].filter((one) => one !== text), text].slice(-KEPT) }),
  });

  // A prompt is kept when its run goes on: before it, another hook may deny it.
  const prompts = new Map<string, string>();
  cox.registerHook({ event: "before_run", run: ({ runId, prompt }) => void prompts.set(runId, prompt) });
  cox.registerHook({
    event: "turn_start",
    async run({ sessionId, runId }) {
      const text = prompts.get(runId);
      prompts.delete(runId);
      if (text !== undefined) await notes.append(sessionId, { kind: "asked", text });
    },
  });
  cox.registerHook({ event: "run_end", run: ({ runId }) => void prompts.delete(runId) });

  cox.registerHook({
    event: "post_tool",
    tools: ["edit", "write"],
    async run({ sessionId, input, result }) {
      const { path } = input as { readonly path: string };
      if (!result.isError) await notes.append(sessionId, { kind: "changed", text: path });
    },
  });

  cox.registerTool({
    name: "note",
    description: "Notes down a decision or a finding in a sentence, so that it is still known when older messages are summarised.",
    inputSchema: { type: "object", properties: { text: { type: "string", maxLength: 1000 } }, required: ["text"] },
    effect: "read",
    async execute({ text }: { readonly text: string }, { sessionId }) {
      await notes.append(sessionId, { kind: "noted", text });
      return "Noted.";
    },
  });

  cox.registerHook({
    event: "pre_compact",
    run({ sessionId }) {
      const { asked, noted, changed } = notes.of(sessionId);
      if (asked.length + noted.length + changed.length === 0) return;
      const parts = [section("User requests", asked), section("Decisions and findings", noted), section("Files changed", changed)];
      return { summary: parts.filter((part) => part !== "").join("\n\n") };
    },
  });
};

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? "" : [`## ${title}`, ...lines.map((text) => `- ${text.replaceAll("\n", "\n  ")}`)].join("\n");

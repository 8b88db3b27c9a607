import type { AgentDefinition } from "../context/index.ts";
import { isMessage } from "../loop/index.ts";
import { asTyped, type ModelRequest, type Reply, textOf } from "../model/index.ts";
import { openScene, type Scene } from "./runtime.fixture.ts";
import type { Event } from "../journal/index.ts";
import type { Session } from "../session/index.ts";

export interface TaskScene extends Omit<Scene, "script" | "resources"> {
  readonly agents?: readonly AgentDefinition[];
  /** The model's replies in each conversation, by its first prompt. */
  readonly replies: Readonly<Record<string, readonly Reply[]>>;
}

/** A call of `task`; the prompt identifies the conversation. */
export const task = (prompt: string, more: object = {}) => ({ name: "task", input: { description: prompt, prompt, ...more } });

export const inBackground = (prompt: string, more: object = {}) => task(prompt, { background: true, ...more });

/** A call of `say`. */
export const say = (text: string) => ({ name: "say", input: { text } });

/** A session whose conversations, its own and those of its sub-agents, each follow their own script. */
export const taskScene = async ({ replies, agents = [], ...scene }: TaskScene) => {
  const turns = new Map<string, number>();
  const requests: { readonly prompt: string; readonly request: ModelRequest }[] = [];
  const opened = await openScene({
    tasks: {},
    ...scene,
    resources: async () => ({ skills: [], templates: [], agents, warnings: [] }),
    script: (request) => {
      const prompt = promptOf(request);
      const turn = turns.get(prompt) ?? 0;
      turns.set(prompt, turn + 1);
      requests.push({ prompt, request });
      return replies[prompt]?.[turn] ?? `No more replies in ${prompt}.`;
    },
  });
  const events: Event[] = [];
  const { session } = opened;
  const waiters: { readonly matches: (event: Event) => boolean; readonly resolve: (event: Event) => void }[] = [];
  void (async () => {
    for await (const event of session.events()) {
      events.push(event);
      for (const one of waiters.filter(({ matches }) => matches(event))) one.resolve(event);
    }
  })();
  return {
    ...opened,
    events,
    /** The requests of one conversation. */
    asked: (prompt: string) => requests.filter((one) => one.prompt === prompt).map(({ request }) => request),
    /** Resolves with the next event that matches. */
    event: (matches: (event: Event) => boolean) => new Promise<Event>((resolve) => void waiters.push({ matches, resolve })),
    /** The results of the session's own calls. */
    results: () => resultsIn(session),
    /** The completion notices of tasks. */
    notices: () => noticesIn(session),
    entries: (type: string) => session.entries.filter((entry) => entry.type === type),
  };
};

const promptOf = ({ messages }: ModelRequest): string => {
  const first = messages.find((message) => message.role === "user");
  return first?.role === "user" ? textOf(asTyped(first)) : "";
};

const resultsIn = ({ entries }: Session): readonly string[] =>
  entries
    .filter(isMessage)
    .flatMap(({ message }) => (message.role === "tool" ? [`${message.isError ? "!" : ""}${message.content.map(textIn).join("")}`] : []));

const textIn = (part: { readonly type: string; readonly text?: string }): string => part.text ?? `[${part.type}]`;

const noticesIn = ({ entries }: Session): readonly string[] =>
  entries
    .filter(isMessage)
    .flatMap(({ message }) => (message.role === "user" && message.source?.startsWith("task:") === true ? [textOf(message)] : []));

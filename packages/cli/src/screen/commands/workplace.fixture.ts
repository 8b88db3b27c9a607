import type { Session } from "coxswain";
import type { ScriptedModel } from "coxswain/providers";
import type { Workplace } from "./workplace.ts";

/** A workplace without settings, files and other sessions, whose only model is the scripted one. */
export const testWorkplace = (session: Session, { info }: ScriptedModel): Workplace => ({
  runOptions: {},
  models: async () => [{ info, isFavorite: false }],
  model: async (name) => ({ reference: name, notes: [] }),
  sessions: async () => [],
  sessionEnd: async () => ({ state: "done", answer: "" }),
  forkSession: async () => (await session.fork()).id,
  context: () => Promise.reject(new Error("the session is not saved")),
  settings: async () => [],
  savedAnswers: async () => [],
  ruleFault: () => undefined,
  allow: async () => undefined,
  protectedPaths: () => [],
  denials: () => undefined,
  trustReview: async () => ({ text: "/", hasFiles: true, isTrusted: true, project: "/", trust: () => {} }),
  servers: async () => [],
  changeServer: async (name, action) => `${name}: ${action}`,
  sandbox: async () => "Commands run without a sandbox.",
  commands: async () => [],
  cox: async (words) => `cox ${words.join(" ")}`,
  saveTheme: async () => undefined,
  copy: async (text) => `Copied ${text.length} characters.`,
});

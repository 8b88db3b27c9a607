// S3: the signatures, each with its idea in a doc comment.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import {
  addUserTurn,
  contextUsageOf,
  type Event,
  fixedModels,
  history,
  type Message,
  type Models,
  type Session,
  type Usage,
} from "coxswain";
import { root } from "../conformance.ts";
import { openStage } from "../scene.ts";

const library = join(root, "packages", "coxswain", "src");

test("S3-43, S3-45: an agent is made, told, asked and read by these signatures, each with its idea in a doc comment", async () => {
  await using scene = openStage({ script: ["one"] });
  // Types hold the signatures: another one does not compile.
  const newAgent: (options: { model: string; instructions: string; tools: readonly string[] }) => Promise<Session> = (options) =>
    scene.create(options);
  const addTurn: (session: Session, text: string) => Promise<void> = addUserTurn;
  const turns: (session: Session) => readonly { readonly message: Message }[] = history;
  const usedOf: (session: Session, models: Models) => Promise<{ percent: number; used: number; window?: number }> = contextUsageOf;
  const session = await newAgent({ model: "scripted/scripted", instructions: "Be kind.", tools: [] });
  await addTurn(session, "The branch is main.");
  const events: AsyncIterable<Event> = session.prompt("go");
  for await (const event of events) assert.equal(event.sessionId, session.id);
  const status: "idle" | "running" | "closed" = session.status;
  const total: Usage = session.state.usage.total;
  const { percent } = await usedOf(session, fixedModels(scene.model));
  assert.deepEqual([status, turns(session).length, total.input, percent], ["idle", 3, 0, 0]);

  const source = globSync("*/**/*.ts", { cwd: library })
    .map((path) => readFileSync(join(library, path), "utf8"))
    .join("\n");
  for (const name of [
    "  create(options: CreateOptions)",
    "  prompt(input: PromptInput, options: PromptOptions = {})",
    "  get state(): SessionState",
    '  readonly status: "idle"',
    "export const addUserTurn ",
    "export const history ",
    "export const contextUsageOf ",
  ])
    assert.ok(source.includes(` */\n${name}`), `${name} has no doc comment`);
});

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { memoryStore } from "../log/index.ts";
import { fixedModels, scriptedModel } from "../model/index.ts";
import type { Answer, SavedAnswers, Question } from "../policy/index.ts";
import { delegate, delegates, replies } from "../session/agents/agents.fixture.ts";
import { createRuntime } from "./create-runtime.ts";
import { FREE, sayTool } from "./runtime.fixture.ts";

const say = sayTool({ needs: ({ text }) => [{ tool: "say", effect: "execute", subject: text }] });
const saying = (text: string) => ({ calls: [{ name: "say", input: { text } }] });

/** Opens two sessions in separate folders; each question receives the next answer. */
const scene = async (answerOf: (question: Question) => Answer, save?: SavedAnswers["save"]) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "answers-")));
  for (const name of ["one", "two", "elsewhere"]) mkdirSync(join(root, name));
  const nameOf = (cwd: string): string => cwd.slice(root.length);
  const model = scriptedModel(replies({ go: saying("ahoy"), delegate: delegates("go") }), { info: { price: FREE } });
  const asked: string[] = [];
  const saved: string[] = [];
  const runtime = createRuntime({
    store: memoryStore(),
    models: fixedModels(model),
    tools: [say, delegate({ cwd: join(root, "elsewhere") })],
    policy: () => undefined,
    ask: async (question) => {
      asked.push(question.tool);
      return answerOf(question);
    },
    answers: (cwd) => ({
      rules: () =>
        saved.flatMap((line) =>
          line.startsWith(`${nameOf(cwd)} `) || line.startsWith("always ") ? [line.slice(line.indexOf(" ") + 1)] : [],
        ),
      save:
        save ?? (async (scope, rules) => void saved.push(...rules.map((rule) => `${scope === "always" ? scope : nameOf(cwd)} ${rule}`))),
    }),
  });
  const open = (cwd: string) => runtime.create({ cwd: root + cwd, model: model.info.reference });
  return {
    open,
    asked,
    saved,
    one: await open("/one"),
    two: await open("/two"),
    async [Symbol.asyncDispose]() {
      await runtime.close();
      rmSync(root, { recursive: true });
    },
  };
};

test("an answer for the project applies to sessions in its folder only", async () => {
  await using here = await scene(() => ({ kind: "project" }));
  await here.one.prompt("go").outcome;
  await here.one.prompt("go").outcome;
  await (await here.open("/one")).prompt("go").outcome;
  assert.deepEqual([here.asked, here.saved], [["say"], ["/one say"]]);
  await here.two.prompt("go").outcome;
  assert.deepEqual(
    [here.asked, here.saved],
    [
      ["say", "say"],
      ["/one say", "/two say"],
    ],
  );
});

test("an answer for always applies to every session", async () => {
  await using here = await scene(() => ({ kind: "always" }));
  await here.one.prompt("go").outcome;
  await here.two.prompt("go").outcome;
  assert.deepEqual([here.asked, here.saved], [["say"], ["always say"]]);
});

test("an agent's answers are saved for its session's folder, wherever the agent works", async () => {
  await using here = await scene(() => ({ kind: "project" }));
  await here.one.prompt("delegate").outcome;
  assert.deepEqual(here.saved, ["/one say"]);
  await here.one.prompt("delegate").outcome;
  assert.deepEqual(here.asked, ["say"]);
});

test("an answer that cannot be saved causes a warning, and applies to the session", async () => {
  const fails = async (): Promise<void> => {
    throw new Error("the disk is full");
  };
  await using here = await scene(() => ({ kind: "always" }), fails);
  const warnings: string[] = [];
  const watched = (async () => {
    for await (const { message } of here.one.events({ types: ["warning"] })) warnings.push(message);
  })();
  for (let round = 0; round < 2; round++) assert.equal((await here.one.prompt("go").outcome).kind, "done");
  assert.deepEqual(here.asked, ["say"]);
  await here.one.close();
  await watched;
  assert.deepEqual(warnings, ["The answer applies to this session only: the disk is full"]);
});

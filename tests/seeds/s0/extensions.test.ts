// S0, part 8: extensions.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Extension, loadExtensions } from "coxswain/extensions";
import { AgentSession } from "coxswain/facades";
import { openSession, sayCalls, type Stage, transcript } from "../scene.ts";

const openExtended = async (extension: Extension, script: Stage["script"]) => {
  const extensions = await loadExtensions({ sources: [{ name: "harbour", setup: extension }] });
  const scene = await openSession({ extensions, ...(script === undefined ? {} : { script }) });
  const shown: string[] = [];
  const config = { manager: scene.runtime, agent: { model: "scripted/scripted" }, extensions, notify: (text: string) => shown.push(text) };
  return { ...scene, shown, agent: new AgentSession(scene.session, config) };
};

test("S0-68: a prompt runs a slash command of an extension, which may send a prompt", async () => {
  await using scene = await openExtended(
    (cox) => {
      cox.registerCommand({ name: "tide", description: "Shows the tide.", run: ({ words }) => `High at ${words}.` });
      cox.registerCommand({
        name: "sail",
        description: "Sails.",
        run({ prompt, words }) {
          prompt(`Sail to ${words}.`);
        },
      });
    },
    ["Under way."],
  );
  assert.equal(await scene.agent.prompt("/tide Kiel"), null);
  assert.deepEqual(scene.shown, ["High at Kiel."]);
  assert.equal((await scene.agent.prompt("/sail Kiel"))?.kind, "done");
  assert.deepEqual(transcript(scene.session), ["user: Sail to Kiel.", "assistant: Under way."]);
});

test("S0-69: an extension's hooks run before a run, at a turn's start and at its end, and change the prompt and the instructions", async () => {
  const moments: string[] = [];
  await using scene = await openExtended(
    (cox) => {
      cox.registerHook({ event: "before_run", run: ({ prompt }) => ({ prompt: `Please ${prompt}`, system: "Be brief." }) });
      cox.registerHook({ event: "turn_start", run: ({ turn }) => void moments.push(`start ${turn}`) });
      cox.registerHook({ event: "turn_end", run: ({ turn }) => void moments.push(`end ${turn}`) });
    },
    ["done"],
  );
  await scene.agent.prompt("fix it");
  assert.equal(transcript(scene.session)[0], "user: Please fix it");
  assert.ok(scene.model.requests[0]?.system.some((section) => section.includes("Be brief.")));
  assert.deepEqual(moments, ["start 1", "end 1"]);
});

test("S0-70: skills, prompt templates and tools of an extension are available", async () => {
  await using scene = await openExtended(
    (cox) => {
      cox.registerSkill({ name: "knots", description: "Ties knots.", body: "Tie a bowline." });
      cox.registerTemplate({ name: "log", description: "Writes the log.", body: "Write the log of $1." });
      const inputSchema = { type: "object", properties: { text: { type: "string" } } };
      cox.registerTool({ name: "say", description: "Says.", effect: "read", inputSchema, execute: async () => "Aye." });
    },
    [sayCalls("a"), "one", "two"],
  );
  await scene.agent.prompt("/skill:knots");
  assert.match(JSON.stringify(scene.model.requests[0]?.messages), /Tie a bowline/);
  assert.equal(transcript(scene.session)[2], "tool: Aye.");
  await scene.agent.prompt("/log Monday");
  assert.match(JSON.stringify(scene.model.requests.at(-1)?.messages.at(-1)), /Write the log of Monday/);
});

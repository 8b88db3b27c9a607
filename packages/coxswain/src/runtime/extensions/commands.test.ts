import assert from "node:assert/strict";
import { test } from "node:test";
import { transcript } from "../runtime.fixture.ts";
import { openExtended } from "./extensions.fixture.ts";

test("S0-68: a slash command receives the words after its name, and its return value is the answer", async () => {
  await using scene = await openExtended({
    deploy: (cox) =>
      void cox.registerCommand({
        name: "deploy",
        description: "Deploys.",
        run({ words, notify }) {
          notify(`to ${words}`);
          return "done";
        },
      }),
  });
  const { extensions, session } = scene;
  assert.deepEqual(await extensions.run(session, " /deploy  staging \n now "), {
    extension: "deploy",
    answer: "to staging \n now\ndone",
    outcome: undefined,
  });
  assert.equal((await extensions.run(session, "/extension:deploy home"))?.answer, "to home\ndone");
  for (const text of ["/deployment", "/extension:", "/extension:other", "deploy", "please /deploy", "/", "/constructor"])
    assert.equal(extensions.run(session, text), undefined, text);
});

test("S0-37, S0-68: a command that prompts the model lasts until its run ends, and the prompt's source is the extension", async () => {
  await using scene = await openExtended(
    {
      ask: (cox) =>
        void cox.registerCommand({ name: "ask", description: "Asks.", run: ({ prompt, words }) => void prompt(`Say ${words}.`) }),
    },
    { script: ["Ahoy."] },
  );
  const end = await scene.extensions.run(scene.session, "/ask ahoy");
  assert.equal(end?.outcome?.kind, "done");
  assert.deepEqual(transcript(scene.session), ["user: Say ahoy.", "assistant: Ahoy."]);
  const prompt = scene.session.entries.find(({ type }) => type === "message");
  assert.equal((prompt as unknown as { message: { source?: string } }).message.source, "extension");
});

test("a failed command names its extension, and the session continues", async () => {
  await using scene = await openExtended(
    {
      bad: (cox) =>
        void cox.registerCommand({
          name: "bad",
          description: "Fails.",
          run() {
            throw new Error("no luck");
          },
        }),
    },
    { script: ["fine"] },
  );
  await assert.rejects(async () => scene.extensions.run(scene.session, "/bad"), {
    code: "extension",
    message: "/bad of the extension bad failed: no luck",
  });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
});

test("does not wait for an aborted command", async () => {
  const aborting = new AbortController();
  let seen: AbortSignal | undefined;
  await using scene = await openExtended({
    deaf: (cox) =>
      void cox.registerCommand({
        name: "deaf",
        description: "Never ends.",
        run({ signal }) {
          seen = signal;
          return new Promise<string>(() => {});
        },
      }),
  });
  const going = scene.extensions.run(scene.session, "/deaf", { signal: aborting.signal });
  aborting.abort();
  await assert.rejects(async () => going, { message: "/deaf of the extension deaf was aborted" });
  assert.equal(seen?.aborted, true);
});

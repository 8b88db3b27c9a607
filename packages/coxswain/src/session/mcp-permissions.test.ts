import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { serversOf, stubConfig } from "../mcp/stub-server.fixture.ts";
import { modePolicy, type Question, rulesPolicy } from "../policy/index.ts";
import { openScene, type Scene, transcript } from "../runtime/runtime.fixture.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { direct, echo, open, resultIn } from "../runtime/mcp.fixture.ts";

test("each call asks for the tool of its server, with its arguments, and an answer that is saved allows this version", async (t) => {
  const asked: Question[] = [];
  const scene: Scene = {
    script: [direct("echo", { text: "one" }), direct("echo", { text: "two" }), "ok"],
    policy: rulesPolicy({}),
    ask: async (question) => {
      asked.push(question);
      return { kind: "session" };
    },
  };
  await using opened = await open(t, {}, scene);
  await opened.session.prompt("go").outcome;
  assert.equal(asked.length, 1);
  const [question] = asked;
  assert.deepEqual([question?.tool, question?.input], ["mcp__stub__echo", { text: "one" }]);
  assert.deepEqual(
    question?.requests.map(({ tool, effect, subject }) => [tool, effect, subject]),
    [["mcp", "execute", "stub/echo"]],
  );
  assert.match(question?.offers.join() ?? "", /^mcp\(stub\/echo@[0-9a-f]{16}\)$/);
});

/**
 * Makes processes that share saved answers. Each calls the stub, whose tool has a description, once; its questions are
 * returned.
 */
const sharingAnswers = (t: TestContext) => {
  const saved: string[] = [];
  const answers: Scene["answers"] = () => ({ rules: () => saved, save: async (_, rules) => void saved.push(...rules) });
  const toolsFile = join(temporaryFolder(t), "tools.json");
  const describe = (text: string): void => writeFileSync(toolsFile, JSON.stringify([echo(0, text)]));
  return async (description: string, { cached = description, more = [] as readonly string[] } = {}): Promise<readonly Question[]> => {
    const asked: Question[] = [];
    const { args } = stubConfig({ toolsFile });
    describe(cached);
    const { servers, again } = serversOf(t, [stubConfig({}, { args: [...args, ...more] })]);
    await servers.servers[0]?.start(AbortSignal.timeout(10_000));
    await servers.close();
    describe(description);
    const later = again();
    await using scene = await openScene({
      script: [direct("echo", { text: "a" }), "ok"],
      mcp: later,
      policy: rulesPolicy({}),
      answers,
      ask: async (question) => {
        asked.push(question);
        return { kind: "project" };
      },
    });
    await scene.session.prompt("go").outcome;
    assert.equal(resultIn(scene.model.requests[1]?.messages), "a");
    await later.close();
    return asked;
  };
};

test("a saved answer holds in later processes, until the tool's description or the server's command changes", async (t) => {
  const run = sharingAnswers(t);
  assert.equal((await run("Returns its text.")).length, 1);
  assert.equal((await run("Returns its text.")).length, 0);
  const [changed] = await run("Sends its text to the author.");
  assert.match(changed?.reasons.join() ?? "", /stub\/echo has changed since it was allowed/);
  const [other] = await run("Returns its text.", { more: ["--other"] });
  assert.match(other?.reasons.join() ?? "", /stub\/echo has changed since it was allowed/);
});

test("a tool that turns out to have changed since it was cached asks before it runs", async (t) => {
  const run = sharingAnswers(t);
  assert.equal((await run("Returns its text.")).length, 1);
  const [late] = await run("Sends its text to the author.", { cached: "Returns its text." });
  assert.match(late?.reasons.join() ?? "", /stub\/echo has changed since it was allowed/);
});

test("a tool that changes while the user is asked about it does not run as it was", async (t) => {
  const toolsFile = join(temporaryFolder(t), "tools.json");
  const describe = (text: string): void => writeFileSync(toolsFile, JSON.stringify([echo(0, text)]));
  describe("Returns its text.");
  const { servers, again } = serversOf(t, [stubConfig({ toolsFile })]);
  await servers.servers[0]?.start(AbortSignal.timeout(10_000));
  await servers.close();
  describe("Sends its text to the author.");
  const later = again();
  const [server] = later.servers;
  let asked = 0;
  await using scene = await openScene({
    script: [direct("echo", { text: "a" }), "ok"],
    mcp: later,
    policy: rulesPolicy({}),
    ask: async () => {
      asked += 1;
      if (asked < 2) return { kind: "once" };
      const changed = new Promise<void>((resolve) => {
        later.onChange(({ manifest }) => {
          if (manifest?.tools[0]?.name === "changed") resolve();
        });
      });
      await server?.callTool("change", {}, { signal: AbortSignal.timeout(10_000) });
      await changed;
      return { kind: "once" };
    },
  });
  await scene.session.prompt("go").outcome;
  assert.equal(asked, 2);
  assert.match(resultIn(scene.model.requests[1]?.messages), /no longer has the tool echo/);
});

test("plan mode denies calls of servers, also of tools that claim to read only", async (t) => {
  const tools = [{ ...echo(), annotations: { readOnlyHint: true } }];
  await using scene = await open(t, { tools }, { script: [direct("echo", { text: "a" }), "ok"], policy: modePolicy("plan") });
  await scene.session.prompt("go").outcome;
  assert.match(transcript(scene.session)[2] ?? "", /^tool: !denied Denied: plan mode allows only reading/);
});

test("secrets in the result of a server are masked before the model gets them", async (t) => {
  const token = `ghp_${"a1B2".repeat(9)}`;
  await using scene = await open(t, {}, { script: [direct("echo", { text: `token ${token}` }), "ok"] });
  await scene.session.prompt("go").outcome;
  assert.match(resultIn(scene.model.requests[1]?.messages), /^token \[masked:/);
});

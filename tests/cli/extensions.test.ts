import assert from "node:assert/strict";
import { access, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { type CoxScene, jsonLines, messagesOf, openCox } from "./cox-scene.ts";

/** Writes a file next to the user's settings. */
const own = async ({ home }: CoxScene, name: string, text: string): Promise<string> => {
  const path = join(home, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
};

const DEPLOY = `import type { Extension } from "coxswain/extensions";
export const extension: Extension = (cox) => {
  cox.registerCommand({
    name: "deploy",
    description: "Deploys.",
    run({ words, notify, prompt }) {
      notify("looking");
      if (words === "") return "where to?";
      void prompt(\`Deploy to \${words}.\`);
    },
  });
  cox.registerTool({ name: "ship", description: "Ships.", effect: "execute", inputSchema: { type: "object" },
    permissionRequests: () => [{ tool: "ship", effect: "execute", subject: "all" }], execute: async () => "shipped" });
};
`;

const toolNames = (cox: CoxScene): readonly string[] => {
  const tools = cox.server.requests.at(-1)?.body["tools"] as readonly { readonly name: string }[];
  return tools.map(({ name }) => name);
};

test("S0-68: a slash command of the user's extension prompts the model with its words, and its outcome is the task's", async () => {
  await using cox = await openCox(() => "ok");
  await own(cox, "extensions/deploy.ts", DEPLOY);
  const { code, stdout, stderr } = await cox.run(["/deploy", "staging"]);
  assert.deepEqual([code, stdout, stderr], [0, "ok\n", "looking\n"]);
  assert.equal(messagesOf(cox.server.requests[0]).at(-1)?.content[0]?.["text"], "Deploy to staging.");
  assert.deepEqual((await cox.run(["/deploy"])).stdout, "where to?\n");
  assert.equal(cox.server.requests.length, 1);
  const piped = await cox.run(["/deploy", "--output-format", "stream-json"], { stdin: "production\n" });
  assert.equal(piped.code, 0);
  assert.deepEqual(jsonLines(piped.stdout)[0]?.["slash_commands"], ["compact", "uncompact", "deploy"]);
  assert.match(JSON.stringify(messagesOf(cox.server.requests[1])), /Deploy to production/);
});

test("S0-70: offers an extension's tool to the model, and runs it only if allowed", async () => {
  const call = { calls: [{ name: "ship", input: {} }] };
  await using cox = await openCox([call, "denied", call, "shipped"]);
  await own(cox, "extensions/deploy.ts", DEPLOY);
  const denied = await cox.run(["ship it"]);
  assert.match(denied.stderr, /not allowed: ship\. To allow: --allow ship/);
  assert.ok(toolNames(cox).includes("ship"));
  const allowed = await cox.run(["--allow", "ship", "ship it"]);
  assert.deepEqual([allowed.code, allowed.stdout], [0, "shipped\n"]);
  const mistyped = await cox.run(["--allow", "shio", "ship it"]);
  assert.deepEqual([mistyped.code, mistyped.stderr], [2, "cox: unknown tool: shio; did you mean ship?\n"]);
});

test("S0-68, S0-70: loads extensions from the user's folder, the setting, the trusted project and the command line", async () => {
  await using cox = await openCox(() => "ok");
  const named = (name: string) =>
    `export const extension = (cox) => cox.registerCommand({ name: "${name}", description: "X.", run: () => "${name} ran" });`;
  await own(cox, "extensions/mine.js", named("mine"));
  await own(cox, "more/other.ts", named("other"));
  await own(cox, "node_modules/packed/package.json", '{ "name": "packed", "type": "module", "exports": "./main.js" }');
  await own(cox, "node_modules/packed/main.js", named("packed"));
  await own(cox, "node_modules/theirs/package.json", '{ "name": "theirs", "type": "module", "exports": "./main.js" }');
  await own(cox, "node_modules/theirs/main.js", named("theirs"));
  await cox.set({ extensions: ["./more/other.ts", "packed"] });
  await cox.write(".coxswain/extensions/projects/index.ts", named("projects"));
  await cox.write(".coxswain/settings.json", JSON.stringify({ extensions: ["./tools/near.ts", "theirs", "../home/more/other.ts"] }));
  await cox.write("tools/near.ts", named("near"));
  await cox.write("given.ts", named("given"));
  const before = await cox.run(["extensions", "--json"]);
  assert.deepEqual(
    jsonLines(before.stdout).map(({ name, origin, loaded }) => [name, origin, loaded]),
    [
      ["mine", "user", true],
      ["other", "user", true],
      ["packed", "user", true],
    ],
  );
  assert.match(before.stderr, /Ignored \.coxswain\/extensions, \.coxswain\/settings\.json: this project is not trusted/);
  const after = await cox.run(["extensions", "--trust", "-e", "given.ts", "--json"]);
  assert.deepEqual(
    jsonLines(after.stdout).map(({ name, origin, provides, reason }) => [name, origin, provides ?? reason]),
    [
      ["given", "command line", ["command given"]],
      ["mine", "user", ["command mine"]],
      ["other", "user", ["command other"]],
      ["packed", "user", ["command packed"]],
      ["projects", "project", ["command projects"]],
      ["near", "project", ["command near"]],
      ["theirs", "project", ["command theirs"]],
      ["other", "project", `${join(cox.home, "more", "other.ts")} has the same name and comes before it`],
    ],
  );
  assert.equal((await cox.run(["-e", "given.ts", "/given"])).stdout, "given ran\n");
  assert.equal((await cox.run(["--no-extensions", "-e", "given.ts", "/given"])).stdout, "given ran\n");
  assert.match((await cox.run(["--no-extensions", "/mine"])).stderr, /^cox: unknown command: \/mine; /);
});

test("reports a failing extension in one line and continues, unless the command line names it", async () => {
  await using cox = await openCox(() => "ok");
  const path = await own(cox, "extensions/bad.ts", 'throw new Error("no \\u001b[2J luck");');
  const { code, stdout, stderr } = await cox.run(["go"]);
  assert.deepEqual([code, stdout], [0, "ok\n"]);
  assert.match(stderr, new RegExp(`^cox: the extension bad \\(${path}\\) is skipped: no .*luck\\.\\n$`));
  assert.ok(!stderr.includes("\u001b"));
  const refused = await cox.run(["--no-extensions", "-e", "missing.ts", "go"]);
  assert.deepEqual(
    [refused.code, refused.stderr],
    [2, `cox: cannot load the extension ${join(cox.project, "missing.ts")}: there is no such file\n`],
  );
  assert.equal(cox.server.requests.length, 1);
});

test("reports a failed command with its extension's name, and exits despite work that the extension left running", async () => {
  await using cox = await openCox();
  await own(
    cox,
    "extensions/bad.ts",
    `export const extension = (cox) => {
  setInterval(() => {}, 1_000);
  cox.registerCommand({ name: "bad", description: "Fails.", run() { throw new Error("no luck"); } });
};`,
  );
  const { code, stderr } = await cox.run(["/bad"]);
  assert.deepEqual([code, stderr], [1, "cox: /bad of the extension bad failed: no luck\n"]);
});

test("exits from every command, even a rejected one, although an extension left work running", async () => {
  await using cox = await openCox();
  await own(cox, "extensions/busy.ts", "export const extension = () => void setInterval(() => {}, 1_000);");
  for (const [args, code] of [
    [["extensions"], 0],
    [["--allow", "nothing", "go"], 2],
    [["-c", "go"], 1],
  ] as const)
    assert.equal((await cox.run(args)).code, code, args.join(" "));
});

test("reports an extension's uncaught error once with its name, and keeps its tools and hooks", async () => {
  await using cox = await openCox(() => "ok");
  const path = await own(
    cox,
    "extensions/late.ts",
    `export const extension = (cox) => {
  setTimeout(() => { throw new Error("at once"); }, 1);
  cox.registerCommand({ name: "late", description: "Fails later.", async run({ prompt }) {
    const thrown = Promise.withResolvers<void>();
    setTimeout(() => { setImmediate(thrown.resolve); throw new Error("in a \\u001b[2J timer"); });
    void Promise.reject(new Error("in a promise"));
    void Promise.reject(new Error("in a promise"));
    await thrown.promise;
    void prompt("go");
  } });
};`,
  );
  await own(cox, "extensions/slow.ts", "export const extension = () => new Promise((resolve) => setTimeout(resolve, 10));");
  const { code, stdout, stderr } = await cox.run(["/late"]);
  assert.deepEqual([code, stdout], [0, "ok\n"], stderr);
  assert.equal(
    stderr,
    ["at once", "in a promise", "in a \\x1b[2J timer"]
      .map((why) => `cox: uncaught error in the extension late (${path}): ${why}\n`)
      .join(""),
  );
});

test("loads no extension for --version, --help and lists, and none of an untrusted project", async () => {
  await using cox = await openCox(() => "ok");
  const touch = (name: string) =>
    `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(join(cox.home, name))}, "");\nexport const extension = () => {};`;
  await own(cox, "extensions/mine.ts", touch("mine-ran"));
  await cox.write(".coxswain/extensions/theirs.ts", touch("theirs-ran"));
  await cox.write(".coxswain/settings.json", JSON.stringify({ extensions: ["./more.ts"] }));
  await cox.write("more.ts", touch("theirs-ran"));
  const ran = async (name: string): Promise<boolean> =>
    access(join(cox.home, name)).then(
      () => true,
      () => false,
    );
  for (const args of [
    ["--version"],
    ["--help"],
    ["extensions", "--help"],
    ["sessions"],
    ["skills"],
    ["models"],
    ["doctor"],
    ["stats"],
    ["hooks"],
  ]) {
    await cox.run(args);
    assert.equal(await ran("mine-ran"), false, args.join(" "));
  }
  await cox.run(["go"]);
  await cox.run(["-c", "go"]);
  await cox.run(["extensions"]);
  assert.deepEqual([await ran("mine-ran"), await ran("theirs-ran")], [true, false]);
  await cox.run(["--trust", "go"]);
  assert.equal(await ran("theirs-ran"), true);
});

test("S0-69: the example deploy gate denies a deploy until the tests pass", async () => {
  const bash = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });
  await using cox = await openCox([bash("echo npm run deploy"), bash("echo npm test"), bash("echo npm run deploy"), "deployed"]);
  const example = join(import.meta.dirname, "..", "..", "examples", "extensions", "deploy-gate.ts");
  const gate = (args: readonly string[]) => cox.run(["--yes", "-e", example, ...args], { env: { DEPLOY_HOURS: "0-24" } });
  const { code, stdout } = await gate(["deploy"]);
  assert.deepEqual([code, stdout], [0, "deployed\n"]);
  const results = messagesOf(cox.server.requests.at(-1))
    .flatMap(({ content }) => content)
    .filter(({ type }) => type === "tool_result")
    .map((part) => JSON.stringify(part["content"]));
  assert.match(results[0] ?? "", /the tests have not passed since the last change/);
  assert.match(results[2] ?? "", /npm run deploy/);
  assert.equal((await gate(["-c", "/gate"])).stdout, "The tests passed: deploys are allowed.\n");
});

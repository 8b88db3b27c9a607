import { execFile } from "node:child_process";
import { mkdtemp, mkdir, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fixedModels, jsonlStore } from "coxswain";
import { allowTools, denySecrets, readingInside, strictest } from "coxswain/policy";
import { configure, openRuntime, secretPlaces, sessionsFolder, toolNames } from "../configuration/index.ts";
import { textDisplay } from "../display/index.ts";
import { escapeLine, wrapText } from "../output/index.ts";
import { EXIT, type ExitCode, interruption, type ProcessContext } from "../process/index.ts";
import { displayRun } from "../prompt/index.ts";
import { TEST_COMMAND, tourModel } from "./tour-model.ts";

/** Task of the tour. */
const TASK = "A test fails. Find out why and fix it.";

/** `cox tour`: succeeds only if the project's tests pass afterwards. */
export const tourAction = async (_: unknown, { env, stdout, stderr, signals }: ProcessContext): Promise<ExitCode> => {
  const cwd = await makeSampleProject();
  const configuration = await configure({ env, cwd });
  const store = jsonlStore({ directory: sessionsFolder(configuration.home) });
  const model = tourModel();
  const policy = strictest(denySecrets(secretPlaces(configuration)), readingInside(), allowTools(["bash", "edit"]));
  const runtime = openRuntime(configuration, { store, models: fixedModels(model), policy });
  const interrupted = interruption(signals);
  try {
    const session = await runtime.create({ cwd, model: model.info.reference, title: "Tour" });
    stdout.write(wrapText(before(cwd), stdout.messageWidth));
    const { result } = await displayRun({
      session: { id: session.id, state: session.state, tools: toolNames(cwd, configuration) },
      begin: () => session.prompt(TASK),
      display: textDisplay({ stdout, stderr }),
      interrupted,
      stdout,
      isSaved: () => true,
    });
    if (result.code !== EXIT.done) return result.code;
    const passed = await passes(cwd);
    stdout.write(wrapText(after(cwd, session.id, (await pathOf(store, session.id)) ?? "", passed), stdout.messageWidth));
    return passed ? EXIT.done : EXIT.failed;
  } finally {
    await runtime.close();
    interrupted[Symbol.dispose]();
  }
};

const before = (
  cwd: string,
): string => `This is a tour: the model's answers come from a script. Everything else is real: the loop, the tools, the files and the session.
The project: ${escapeLine(cwd)}
The task:    ${TASK}

`;

const after = (cwd: string, id: string, path: string, passed: boolean): string => `
${passed ? "The project's tests pass; they were run again to verify this." : "The project's tests do not pass."} The model's answers were scripted.

Show the session:  cox sessions show ${id}
Session file:      ${escapeLine(path)}
Fixed project:     ${escapeLine(cwd)} (remove it when you are done)

To work with a real model, set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, or start a local server such as Ollama. Then, in your project's folder:

  cox "fix the failing test"

cox asks before it edits a file or runs a command.
`;

const pathOf = async (store: ReturnType<typeof jsonlStore>, id: string): Promise<string | undefined> => {
  for await (const session of store.list()) if (session.id === id) return session.path;
};

const passes = (cwd: string): Promise<boolean> => {
  const [program = "", ...rest] = TEST_COMMAND.split(" ");
  return new Promise((resolve) => void execFile(program, rest, { cwd }, (error) => resolve(error === null)));
};

/** A package with one wrong function, and a test that fails because of it. */
const FILES: Readonly<Record<string, string>> = {
  "package.json": `{ "name": "pages", "private": true, "type": "module" }\n`,
  "src/page-count.js": `/** Returns the number of pages of a list. */
export const pageCount = (items, perPage) => {
  return Math.floor(items / perPage);
};
`,
  "src/page-count.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { pageCount } from "./page-count.js";

test("full pages", () => assert.equal(pageCount(20, 10), 2));
test("a partial page counts too", () => assert.equal(pageCount(21, 10), 3));
`,
};

/** Writes the project to a new temporary folder and returns its path. */
const makeSampleProject = async (): Promise<string> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "cox-tour-")));
  for (const [name, content] of Object.entries(FILES)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  return folder;
};

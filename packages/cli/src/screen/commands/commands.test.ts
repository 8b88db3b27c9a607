import assert from "node:assert/strict";
import { test } from "node:test";
import { openScreen } from "../screen.fixture.ts";
import { DOWN, ENTER, enter, shownLines, UP } from "./enter.fixture.ts";
import { ownCommands } from "./command-list.ts";
import { COMMANDS } from "./command-table.ts";
import { testWorkplace } from "./workplace.fixture.ts";

test("/help lists every command of the table, and those of templates, skills and extensions", async () => {
  await using scene = await openScreen({
    columns: 100,
    workplace: {
      commands: async () => [
        { name: "audit", fullName: "extension:audit", arguments: "FILE", summary: "Audit a file" },
        { name: "review", fullName: "prompt:review", arguments: "FILE", summary: "Review a file" },
        { name: "audit", fullName: "prompt:audit", summary: "Audit it all" },
      ],
    },
  });
  enter(scene, "/help");
  await scene.terminal.seen("/keys lists the keys.");
  const text = (await shownLines(scene)).join("\n");
  for (const { name } of COMMANDS) assert.match(text, new RegExp(`^/${name} `, "m"));
  assert.match(text, /^\/audit FILE +Audit a file$/m);
  // Their other names are those of other commands.
  assert.match(text, /^\/prompt:review FILE +Review a file$/m);
  assert.match(text, /^\/prompt:audit +Audit it all$/m);
});

test("no two commands have the same name", () => {
  assert.equal(new Set(COMMANDS.map(({ name }) => name)).size, COMMANDS.length);
});

test("a command of the command line is run at the beginning", async () => {
  await using scene = await openScreen({ command: "/keys" });
  await scene.terminal.seen("To change them: /keys names");
  assert.deepEqual(scene.submitted, []);
});

test("a session with an active run is left only if the user stops the run", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScreen({ script: [{ text: "One.", hold: hold.promise }] });
  enter(scene, "Go.");
  await scene.terminal.seen("Esc interrupts");
  enter(scene, "/new");
  await scene.terminal.seen("Still working: a run");
  scene.terminal.press(ENTER);
  hold.resolve();
  await scene.terminal.seen("1 turn");
  enter(scene, "/new");
  assert.deepEqual(await scene.shown, { kind: "new" });
});

const row = (id: string, title: string) => ({
  id,
  title,
  opening: `opening of ${title}`,
  updatedAt: 0,
  messages: 2,
  cost: 1.5,
  isDamaged: id === "bad",
});

test("/resume lists the other sessions with their state and cost, previews the last answer, and opens one", async () => {
  const sessions = [row("one", "Fix the parser"), row("bad", "Write the docs")];
  await using scene = await openScreen({
    workplace: { sessions: async () => sessions, sessionEnd: async (id) => ({ state: "asking", answer: `answer of ${id}` }) },
  });
  enter(scene, "/resume");
  await scene.terminal.seen("Fix the parser");
  await scene.terminal.seen("| > opening of Fix the parser");
  await scene.terminal.seen("| waiting for an answer · 2 messages");
  await scene.terminal.seen("| answer of one");
  const listed = (await shownLines(scene)).find((line) => line.includes("Write the docs"));
  assert.match(listed ?? "", /damaged · \$1\.50 · 1970-01-01 00:00/);
  scene.terminal.type("docs");
  await scene.terminal.seen("answer of bad");
  scene.terminal.press(ENTER);
  assert.deepEqual(await scene.shown, { kind: "open", id: "bad" });
});

test("/resume opens a session by a part of its id or its title", async () => {
  const sessions = [row("01a2-one", "Fix the parser"), row("01a2-two", "Write the docs")];
  await using scene = await openScreen({ workplace: { sessions: async () => sessions } });
  enter(scene, "/resume 01a2");
  await scene.terminal.seen("! 2 sessions match 01a2");
  enter(scene, "/resume nothing");
  await scene.terminal.seen("! no session nothing in this folder");
  enter(scene, "/resume the DOCS");
  assert.deepEqual(await scene.shown, { kind: "open", id: "01a2-two" });
});

test("/resume renames and deletes a session with a key", async () => {
  await using scene = await openScreen({ workplace: { sessions: async () => [row("one", "Fix the parser")] } });
  enter(scene, "/resume");
  await scene.terminal.seen("Fix the parser");
  scene.terminal.press("\u0012");
  await scene.terminal.seen("Title: type it");
  enter(scene, " again");
  await scene.terminal.seen("cox sessions rename one Fix the parser again");
  enter(scene, "/resume");
  await scene.terminal.seen("1  Fix the parser");
  scene.terminal.press("\u0018");
  await scene.terminal.seen("cox sessions delete one");
});

test("a thousand sessions are listed and searched", async () => {
  const sessions = Array.from({ length: 1000 }, (_, at) => row(`id${at}`, `Title ${at}`));
  await using scene = await openScreen({ workplace: { sessions: async () => sessions } });
  enter(scene, "/resume");
  await scene.terminal.seen("1 of 1000");
  scene.terminal.type("opening 777");
  await scene.terminal.seen("opening of Title 777");
  scene.terminal.press(ENTER);
  assert.deepEqual(await scene.shown, { kind: "open", id: "id777" });
});

test("/model takes a name as -m does, and shows how it was understood", async () => {
  await using scene = await openScreen({
    workplace: { model: async () => ({ reference: "scripted/scripted", thinking: "high", notes: ["using scripted/scripted"] }) },
  });
  enter(scene, "/model script:high");
  await scene.terminal.seen("using scripted/scripted");
  assert.equal(scene.session.state.thinking, "high");
});

test("a session without a cost has none in /resume", async () => {
  await using scene = await openScreen({ workplace: { sessions: async () => [{ ...row("one", "Fix the parser"), cost: 0 }] } });
  enter(scene, "/resume");
  await scene.terminal.seen("1  Fix the parser");
  assert.doesNotMatch((await shownLines(scene)).find((line) => line.includes("Fix the parser")) ?? "", /\$/);
});

test("/compact and /uncompact are the commands of the command line", async () => {
  await using scene = await openScreen();
  enter(scene, "/uncompact now");
  await scene.terminal.seen("! /uncompact takes no arguments");
  enter(scene, "/uncompact");
  await scene.terminal.seen("! no compaction to undo in this session");
});

test("/copy copies the last answer, or the chosen code block", async () => {
  const copied: string[] = [];
  const copy = async (text: string): Promise<string> => `Copied ${copied.push(text)}.`;
  const answer = "First:\n\n```js\nconst a = 1;\n```\n\nthen\n\n~~~sh\nls\n~~~\n";
  await using scene = await openScreen({ script: [answer], before: ["first"], workplace: { copy } });
  enter(scene, "/copy");
  await scene.terminal.seen("Code block 2");
  scene.terminal.press(DOWN, DOWN, ENTER);
  await scene.terminal.seen("Copied 1.");
  enter(scene, "/copy");
  await scene.terminal.seen("The whole answer");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("Copied 2.");
  assert.deepEqual(copied, ["ls\n", answer]);
});

test("/init sends its prompt to the model", async () => {
  await using scene = await openScreen({ script: ["Done."] });
  enter(scene, "/init");
  await scene.terminal.seen("Done.");
  assert.match(JSON.stringify(scene.model.requests[0]?.messages), /Write AGENTS\.md/);
});

test("/export writes the format of the file's name", async () => {
  await using scene = await openScreen();
  enter(scene, "/export out.md");
  await scene.terminal.seen("--format md");
  enter(scene, "/export out.pdf");
  await scene.terminal.seen("! cannot tell the format of out.pdf");
});

test("/settings changes a setting, and a value from the default begins empty", async () => {
  const settings = [
    { key: "budget.usd", value: "0", source: "default", isSet: false, description: "Its limit.", isList: false, values: [] },
  ];
  await using scene = await openScreen({ workplace: { settings: async () => settings } });
  enter(scene, "/settings");
  await scene.terminal.seen("budget.usd");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("budget.usd: Its limit.");
  await scene.terminal.seen("empty for its default");
  enter(scene, "2.5");
  await scene.terminal.seen("cox config set budget.usd 2.5");
  enter(scene, "/settings budget.eur 1");
  await scene.terminal.seen("! no setting budget.eur");
});

test("/settings lists the values of a setting that has a fixed set of them, and its default", async () => {
  const calls: (readonly string[])[] = [];
  const workplace = {
    settings: async () => [
      {
        key: "screen",
        value: "full",
        source: "yours",
        isSet: true,
        description: "How it is shown.",
        isList: false,
        values: ["inline", "full"],
      },
    ],
    cox: async (words: readonly string[]) => `call ${calls.push(words)}`,
  };
  await using scene = await openScreen({ workplace });
  enter(scene, "/settings");
  await scene.terminal.seen("| How it is shown.");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("  full  (current)");
  scene.terminal.press(UP, ENTER);
  await scene.terminal.seen("call 1");
  enter(scene, "/settings screen");
  await scene.terminal.seen("  the default");
  scene.terminal.press(DOWN, ENTER);
  await scene.terminal.seen("call 2");
  assert.deepEqual(calls, [
    ["config", "set", "screen", "inline"],
    ["config", "unset", "screen"],
  ]);
});

test("/settings takes a list with commas, or in JSON", async () => {
  const calls: (readonly string[])[] = [];
  const workplace = {
    settings: async () => [{ key: "footer", value: "", source: "default", isSet: false, description: "", isList: true, values: [] }],
    cox: async (words: readonly string[]) => `call ${calls.push(words)}`,
  };
  await using scene = await openScreen({ workplace });
  enter(scene, "/settings footer model, mode");
  await scene.terminal.seen("call 1");
  enter(scene, '/settings footer ["cost"]');
  await scene.terminal.seen("call 2");
  assert.deepEqual(
    calls.map((words) => words.at(-1)),
    ['["model","mode"]', '["cost"]'],
  );
});

test("/settings lists the user's own themes too", async () => {
  const settings = [
    { key: "theme", value: "default", source: "default", isSet: false, description: "Its limit.", isList: false, values: [] },
  ];
  await using scene = await openScreen({ workplace: { settings: async () => settings } });
  enter(scene, "/settings theme");
  await scene.terminal.seen("  high-contrast");
});

test("/trust shows the files first, and trusts the project only after a yes", async () => {
  let trusted = 0;
  const workplace = {
    trustReview: async () => ({
      text: "skills: .agents/skills",
      hasFiles: true,
      isTrusted: false,
      project: "/project",
      trust: () => void (trusted += 1),
    }),
  };
  await using scene = await openScreen({ workplace });
  enter(scene, "/trust");
  await scene.terminal.seen("skills: .agents/skills");
  await scene.terminal.seen("If you trust this project");
  await scene.terminal.seen("Trust this project?");
  scene.terminal.press(ENTER);
  enter(scene, "/trust");
  await scene.terminal.seen("Trust this project?");
  assert.equal(trusted, 0);
  scene.terminal.press(DOWN, ENTER);
  await scene.terminal.seen("Trusted: /project");
  assert.equal(trusted, 1);
});

test("/permissions forget removes a chosen answer", async () => {
  const savedAnswers = async () => [{ rule: "bash(npm test $)", scope: "answer: always" }];
  await using scene = await openScreen({ workplace: { savedAnswers } });
  enter(scene, "/permissions forget");
  await scene.terminal.seen("bash(npm test $)");
  scene.terminal.press(ENTER);
  await scene.terminal.seen("cox permissions forget bash(npm test $)");
  enter(scene, "/permissions forget bash(npm tset)");
  await scene.terminal.seen("! no saved answer bash(npm tset) here. /permissions forget lists them");
  enter(scene, "/permissions");
  await scene.terminal.seen("cox permissions");
});

test("the command or rule after an action of /permissions is one argument, with its quotes", async () => {
  const calls: (readonly string[])[] = [];
  const cox = async (words: readonly string[]): Promise<string> => `call ${calls.push(words)}`;
  await using scene = await openScreen({ workplace: { cox } });
  enter(scene, '/permissions explain git commit -m "a b"');
  await scene.terminal.seen("call 1");
  enter(scene, "/permissions forget --always bash(ls)");
  await scene.terminal.seen("call 2");
  enter(scene, "/permissions");
  await scene.terminal.seen("call 3");
  assert.deepEqual(calls, [
    ["permissions", "explain", 'git commit -m "a b"'],
    ["permissions", "forget", "--always", "bash(ls)"],
    ["permissions"],
  ]);
});

test("/permissions allow saves a rule where the user chooses", async () => {
  const saved: string[] = [];
  const allow = async (rule: string, scope: string): Promise<void> => void saved.push(`${scope}: ${rule}`);
  await using scene = await openScreen({ workplace: { allow } });
  enter(scene, "/permissions allow bash(npm test)");
  await scene.terminal.seen("In this project");
  scene.terminal.press(DOWN, ENTER);
  await scene.terminal.seen("Allowed from now on: bash(npm test)");
  assert.deepEqual(saved, ["always: bash(npm test)"]);
});

test("/permissions allow explains an invalid rule before it asks where to save it", async () => {
  await using scene = await openScreen({ workplace: { ruleFault: (rule) => `no tool ${rule}. A rule is a tool` } });
  enter(scene, "/permissions allow foo");
  await scene.terminal.seen("! no tool foo. A rule is a tool");
});

test("arguments that a command cannot use are answered with those that it takes", async () => {
  await using scene = await openScreen({ columns: 100 });
  for (const [typed, answer] of [
    ["/permissions foo", "! /permissions takes allow, forget, explain or nothing, not foo"],
    ["/permissions explain", "! /permissions explain needs a command: /permissions explain npm test"],
    ["/search", "! /search needs words, such as: /search failing test"],
    ["/search =>", "! /search needs words, such as: /search failing test"],
    ["/search --all", "! /search needs words, such as: /search failing test"],
    ["/hooks x", "! /hooks takes no arguments"],
    ["/help x", "! /help takes no arguments"],
    ["/theme foo", '! no theme "foo". Themes: default'],
  ] as const) {
    enter(scene, typed);
    await scene.terminal.seen(answer);
  }
});

test("/permissions shows the protected paths, and the last denials with the advice", async () => {
  await using scene = await openScreen({
    workplace: { denials: () => "Not allowed: bash. To allow: --allow bash.", protectedPaths: () => [".git/hooks", ".envrc"] },
  });
  enter(scene, "/permissions");
  await scene.terminal.seen("always asked: .git/hooks, .envrc");
  await scene.terminal.seen("Not allowed: bash.");
});

test("a command of cox gets the words after its name, quotes respected", async () => {
  const calls: (readonly string[])[] = [];
  const cox = async (words: readonly string[]): Promise<string> => `call ${calls.push(words)}`;
  await using scene = await openScreen({ workplace: { cox } });
  enter(scene, '/search "two words" three');
  await scene.terminal.seen("call 1");
  assert.deepEqual(calls, [["search", "two words", "three"]]);
});

test("output of a command shows control characters instead of sending them", async () => {
  await using scene = await openScreen({ workplace: { cox: async () => "a\u001b[2Jb" } });
  enter(scene, "/hooks");
  await scene.terminal.seen("a");
  // oxlint-disable-next-line no-control-regex -- looks for a control sequence
  assert.doesNotMatch(scene.terminal.written, /\u001b\[2J/);
});

test("the values of an argument are read once while it is typed", async () => {
  let reads = 0;
  const sessions = async () => {
    reads += 1;
    return [];
  };
  await using scene = await openScreen();
  const workplace = { ...testWorkplace(scene.session, scene.model), sessions };
  const resume = ownCommands({ session: scene.session, workplace }).find(({ name }) => name === "resume");
  await resume?.complete("a");
  await resume?.complete("ab");
  assert.equal(reads, 1);
});

test("the editor completes the argument of a command", async () => {
  await using scene = await openScreen({
    workplace: {
      sessions: async () => [row("0123abcd", "Fix the parser"), row("0123ffff", "Write the docs")],
    },
  });
  await scene.terminal.seen("· ask");
  scene.terminal.type("/resum");
  await scene.terminal.seen("/resume [ID]");
  scene.terminal.type("e 0123f");
  await scene.terminal.seen("0123ffff  Write the docs");
});

test("the list of commands completes arguments, with the values first that begin as typed", async () => {
  await using scene = await openScreen();
  const commands = ownCommands({ session: scene.session, workplace: testWorkplace(scene.session, scene.model) });
  const mode = commands.find(({ name }) => name === "mode");
  assert.deepEqual(await mode?.complete("a"), [{ value: "ask" }, { value: "auto-edit" }, { value: "plan" }]);
});

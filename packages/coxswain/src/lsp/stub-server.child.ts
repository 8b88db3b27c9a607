import { existsSync, readFileSync, writeSync } from "node:fs";

/*
 * A language server for tests. Each `ERROR text` in a document is an error, and so is `NEEDS word FILE` if the other file does not
 * have the word. Its behavior is the first argument: see `receive`.
 */
const [behavior = "pull"] = process.argv.slice(2);

interface Received {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly textDocument?: { readonly uri: string; readonly text?: string; readonly version?: number };
    readonly contentChanges?: readonly { readonly text: string }[];
    readonly newName?: string;
    readonly position?: { readonly line: number; readonly character: number };
    readonly query?: string;
    readonly changes?: readonly { readonly uri: string }[];
  };
}

interface Range {
  readonly start: { character: number };
  readonly end: { character: number };
}

const texts = new Map<string, string>();

const send = (message: object): void => {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const bytes = Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
  for (let at = 0; at < bytes.length;) at += writeAll(bytes.subarray(at));
};

const writeAll = (bytes: Uint8Array): number => {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return 0;
    throw error;
  }
};

const rangesOf = (text: string, word: string) =>
  text.split("\n").flatMap((content, line) => {
    const character = content.indexOf(word);
    return character === -1 ? [] : [{ start: { line, character }, end: { line, character: character + word.length } }];
  });

const problemsOf = (uri: string): readonly object[] =>
  (texts.get(uri) ?? "").split("\n").flatMap((content, line): readonly object[] => {
    const severity = ["WARNING", "NOTE", "HINT"].indexOf(content) + 2;
    if (severity > 1) return [{ range: { start: { line, character: 0 }, end: { line, character: 1 } }, severity, message: content }];
    const [, word, file = ""] = /NEEDS (\w+) (\S+)/.exec(content) ?? [];
    const at = content.indexOf("ERROR");
    const range = { start: { line, character: at }, end: { line, character: at + 5 } };
    if (word !== undefined && !contentOf(new URL(file, uri)).includes(word))
      return [{ range: rangesOf(content, "NEEDS")[0], severity: 1, code: "E2", message: `no ${word}` }];
    return at === -1
      ? []
      : [{ range, severity: 1, code: "E1", message: `\u001b[31m${content.slice(at + 6).replace("PID", String(process.pid))}` }];
  });

/** Contents of closed documents, which are read once. */
const cached = new Map<string, string>();

/** Content of a document if it is open, otherwise on disk. */
const contentOf = ({ href }: URL): string => {
  const content = texts.get(href) ?? cached.get(href) ?? (existsSync(new URL(href)) ? readFileSync(new URL(href), "utf8") : "");
  cached.set(href, content);
  return content;
};

const wordAt = (uri: string, { line, character }: { readonly line: number; readonly character: number }): string =>
  /^\w*/.exec((texts.get(uri) ?? "").split("\n")[line]?.slice(character) ?? "")?.[0] ?? "";

const everywhere = (word: string) => [...texts].flatMap(([uri, text]) => rangesOf(text, word).map((range) => ({ uri, range })));

/** Memory that a behavior holds. */
const held: Buffer[] = [];

const answer = (method: string, params: NonNullable<Received["params"]>): unknown => {
  const uri = params.textDocument?.uri ?? "";
  const word = params.position === undefined ? "" : wordAt(uri, params.position);
  switch (method) {
    case "initialize":
      return { capabilities: ["push", "debounced", "silent", "mute", "registers"].includes(behavior) ? {} : { diagnosticProvider: {} } };
    case "textDocument/diagnostic":
      return { kind: "full", items: problemsOf(uri) };
    case "textDocument/definition":
      return everywhere(word)[0] ?? null;
    case "textDocument/references":
      return everywhere(word);
    case "textDocument/documentSymbol":
      return rangesOf(texts.get(uri) ?? "", "name").map((range) => ({ name: "name", kind: 12, range, selectionRange: range }));
    case "workspace/symbol":
      return everywhere(params.query ?? "").map((location) => ({ name: params.query, kind: 12, location }));
    case "textDocument/rename": {
      const changes: Record<string, object[]> = {};
      for (const { uri: at, range } of everywhere(word)) (changes[at] ??= []).push({ range, newText: params.newName });
      if (behavior === "linked")
        for (const [at, edits] of Object.entries(changes)) {
          changes[at.replace("b.yaml", "link.yaml")] = edits;
          changes[at] = edits.toReversed();
        }
      if (behavior === "many") for (let at = 0; at < 101; at++) changes[`file:///${at}.yaml`] = [];
      if (behavior === "shifted")
        for (const { range } of Object.values(changes).flat() as { range: Range }[])
          for (const place of [range.start, range.end]) place.character -= 1;
      if (behavior === "whole")
        for (const [at, text] of texts)
          changes[at] = [
            {
              range: { start: { line: 0, character: 0 }, end: { line: text.split("\n").length, character: 0 } },
              newText: text.replaceAll(word, params.newName ?? ""),
            },
          ];
      return { changes };
    }
    default:
      return null;
  }
};

const receive = ({ id, method = "", params = {} }: Received): void => {
  // The answer to a request of this server.
  if (method === "") return;
  if (behavior === "hang-start") return;
  if (behavior === "die-at-start") {
    process.stderr.write("at start\nError: no \u001b[1mconfiguration\nat end\n");
    process.exit(3);
  }
  if (behavior === "garbage") process.stdout.write("Hello, this is not the protocol.\n".repeat(100));
  if (behavior === "flood") return flood();
  if (behavior === "huge" && method === "initialize") writeAll(Buffer.from("Content-Length: 50000000\r\n\r\n"));
  const document = params.textDocument;
  for (const { uri } of params.changes ?? []) cached.delete(uri);
  if (document !== undefined && method === "textDocument/didClose") texts.delete(document.uri);
  const text = document?.text ?? params.contentChanges?.[0]?.text;
  if (document !== undefined && text !== undefined && method !== "textDocument/didSave") {
    texts.set(document.uri, text);
    if (behavior === "memory") held.push(Buffer.alloc(300_000_000, 1));
    if (behavior === "noisy") process.stderr.write("noise ".repeat(1_000_000));
    if (behavior === "registers")
      send({ id: 1, method: "client/registerCapability", params: { registrations: [{ id: "1", method: "textDocument/diagnostic" }] } });
    if (behavior === "debounced") debounce(document.uri);
    if (behavior === "push") {
      const { uri, version } = document;
      // First the diagnostics of an older version, then those of this one in two parts.
      const publish = (at: number | undefined, diagnostics: readonly object[]): void =>
        send({ method: "textDocument/publishDiagnostics", params: { uri, version: at, diagnostics } });
      publish((version ?? 1) - 1, [{ ...problemsOf(uri)[0], message: "outdated", range: rangesOf(text, "")[0] }]);
      publish(version, []);
      publish(version, problemsOf(uri));
    }
    if (text.includes("DIE")) process.exit(4);
    if (text.includes("GARBAGE")) process.stdout.write("Not the protocol.\n".repeat(100));
  }
  if (behavior === "mute" && method !== "initialize") return;
  if (id === undefined || (behavior === "hang" && method === "textDocument/diagnostic")) return;
  if (behavior === "interrupted" && method === "textDocument/diagnostic" && interruptions++ < 2)
    return send({ id, error: { code: -32802, message: "The request was cancelled by the server." } });
  const respond = (): void => send({ id, result: answer(method, params) });
  if (behavior === "slow" && method === "textDocument/diagnostic") setTimeout(respond, 300);
  else respond();
};

let interruptions = 0;
let timer: NodeJS.Timeout | undefined;
let published: string | undefined;

/** Publishes after a while, but nothing if the content is as it was at the last publication. */
const debounce = (uri: string): void => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (texts.get(uri) === published) return;
    published = texts.get(uri);
    send({ method: "textDocument/publishDiagnostics", params: { uri, diagnostics: problemsOf(uri) } });
  }, 30);
};

const flood = (): void => {
  for (let sent = 0; sent < 50; sent++) process.stdout.write("x".repeat(1_000_000));
};

let buffer = Buffer.alloc(0);
process.stdin.on("data", (chunk: Buffer) => {
  buffer = Buffer.concat([buffer, chunk]);
  for (;;) {
    const end = buffer.indexOf("\r\n\r\n");
    const length = Number(/Content-Length: (\d+)/.exec(buffer.toString("latin1", 0, Math.max(0, end)))?.[1]);
    if (end === -1 || buffer.length < end + 4 + length) return;
    const message: Received = JSON.parse(buffer.toString("utf8", end + 4, end + 4 + length));
    buffer = buffer.subarray(end + 4 + length);
    receive(message);
  }
});
if (behavior === "stubborn") process.on("SIGTERM", () => {});
if (behavior === "stay" || behavior === "stubborn") setInterval(() => {}, 1000);
else process.stdin.on("end", () => process.exit(0));

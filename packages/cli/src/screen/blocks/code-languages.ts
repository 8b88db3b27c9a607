import type { StreamParser } from "@codemirror/streamparser";

/** Loads the parser of a language. */
export type LoadParser = () => Promise<StreamParser<unknown>>;

const javascript = () => import("@codemirror/legacy-modes/mode/javascript");
const clike = () => import("@codemirror/legacy-modes/mode/clike");
const css = () => import("@codemirror/legacy-modes/mode/css");
const xml = () => import("@codemirror/legacy-modes/mode/xml");

/** The languages that are highlighted: the names that follow a fence, and the parser. Each module is loaded when it is used first. */
const LANGUAGES: readonly (readonly [names: string, load: LoadParser])[] = [
  ["js javascript jsx mjs cjs node", async () => (await javascript()).javascript],
  ["ts typescript tsx mts cts", async () => (await javascript()).typescript],
  ["json jsonc json5 jsonl", async () => (await javascript()).json],
  ["py python python3 pyi", async () => (await import("@codemirror/legacy-modes/mode/python")).python],
  ["sh bash shell zsh console shellsession fish", async () => (await import("@codemirror/legacy-modes/mode/shell")).shell],
  ["c h", async () => (await clike()).c],
  ["cpp c++ cc hpp cxx", async () => (await clike()).cpp],
  ["java", async () => (await clike()).java],
  ["cs csharp c#", async () => (await clike()).csharp],
  ["kt kotlin kts", async () => (await clike()).kotlin],
  ["scala", async () => (await clike()).scala],
  ["dart", async () => (await clike()).dart],
  ["objc objectivec objective-c", async () => (await clike()).objectiveC],
  ["go golang", async () => (await import("@codemirror/legacy-modes/mode/go")).go],
  ["rs rust", async () => (await import("@codemirror/legacy-modes/mode/rust")).rust],
  ["rb ruby", async () => (await import("@codemirror/legacy-modes/mode/ruby")).ruby],
  ["swift", async () => (await import("@codemirror/legacy-modes/mode/swift")).swift],
  ["sql mysql postgresql sqlite", async () => (await import("@codemirror/legacy-modes/mode/sql")).standardSQL],
  ["yaml yml", async () => (await import("@codemirror/legacy-modes/mode/yaml")).yaml],
  ["toml", async () => (await import("@codemirror/legacy-modes/mode/toml")).toml],
  ["ini properties env dotenv", async () => (await import("@codemirror/legacy-modes/mode/properties")).properties],
  ["html htm vue svelte", async () => (await xml()).html],
  ["xml svg", async () => (await xml()).xml],
  ["css", async () => (await css()).css],
  ["scss sass", async () => (await css()).sCSS],
  ["less", async () => (await css()).less],
  ["diff patch", async () => (await import("@codemirror/legacy-modes/mode/diff")).diff],
  ["dockerfile docker", async () => (await import("@codemirror/legacy-modes/mode/dockerfile")).dockerFile],
  ["lua", async () => (await import("@codemirror/legacy-modes/mode/lua")).lua],
  ["perl pl", async () => (await import("@codemirror/legacy-modes/mode/perl")).perl],
  ["r", async () => (await import("@codemirror/legacy-modes/mode/r")).r],
  ["powershell ps1 pwsh", async () => (await import("@codemirror/legacy-modes/mode/powershell")).powerShell],
  ["proto protobuf", async () => (await import("@codemirror/legacy-modes/mode/protobuf")).protobuf],
  ["cmake", async () => (await import("@codemirror/legacy-modes/mode/cmake")).cmake],
  ["nginx", async () => (await import("@codemirror/legacy-modes/mode/nginx")).nginx],
  ["hs haskell", async () => (await import("@codemirror/legacy-modes/mode/haskell")).haskell],
  ["clj clojure edn", async () => (await import("@codemirror/legacy-modes/mode/clojure")).clojure],
  ["groovy gradle", async () => (await import("@codemirror/legacy-modes/mode/groovy")).groovy],
  ["jl julia", async () => (await import("@codemirror/legacy-modes/mode/julia")).julia],
];

/** Returns the loader of a language by the words behind a fence, as `ts` or `rust,ignore`. Undefined for an unknown one. */
export const languageLoader = (info: string): LoadParser | undefined => {
  const name = /^[^\s,{:]+/.exec(info.trim().toLowerCase())?.[0];
  return LANGUAGES.find(([names]) => name !== undefined && names.split(" ").includes(name))?.[1];
};

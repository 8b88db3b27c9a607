/** Restrictions of a server before the user trusts a folder. `never`: it would run programs of the folder, so it is not started. */
export type UntrustedStart = "never" | "as-it-is" | { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> };

/** A program that serves a language. */
export interface ServerProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly initializationOptions?: Readonly<Record<string, unknown>>;
  /** Answers of `workspace/configuration`, by section. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly untrusted: UntrustedStart;
  /** The program needs a TypeScript with `tsserver.js`, and answers its requests. */
  readonly tsserver?: true;
  /** The program uses the Python of a virtual environment in the folder, if the folder is trusted. */
  readonly python?: true;
}

export interface Language {
  /** Name in settings. */
  readonly name: string;
  readonly label: string;
  /** Identifiers of the protocol by the endings of file names, in lower case. */
  readonly endings: Readonly<Record<string, string>>;
  /** Identifiers of files whose path matches, in place of those by their ending. */
  readonly exceptions?: readonly (readonly [path: RegExp, identifier: string])[];
  /** Names of files in a folder that uses the language. */
  readonly markers: readonly string[];
  /** Programs in the order of preference. */
  readonly programs: readonly ServerProgram[];
}

export const LANGUAGES: readonly Language[] = [
  {
    name: "typescript",
    label: "TypeScript",
    endings: {
      ".ts": "typescript",
      ".mts": "typescript",
      ".cts": "typescript",
      ".tsx": "typescriptreact",
      ".js": "javascript",
      ".mjs": "javascript",
      ".cjs": "javascript",
      ".jsx": "javascriptreact",
    },
    markers: ["tsconfig.json", "jsconfig.json", "package.json"],
    programs: [
      {
        command: "typescript-language-server",
        args: ["--stdio"],
        initializationOptions: {
          disableAutomaticTypingAcquisition: true,
          hostInfo: "coxswain",
          tsserver: { useSyntaxServer: "never" },
          // A rename in a file that imports the symbol renames the symbol, and not only its local name.
          preferences: { providePrefixAndSuffixTextForRename: false },
        },
        // tsserver loads plugins only from its installation folder.
        untrusted: "as-it-is",
        tsserver: true,
      },
    ],
  },
  {
    name: "python",
    label: "Python",
    endings: { ".py": "python", ".pyi": "python" },
    markers: ["pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "pyrightconfig.json", "Pipfile"],
    programs: [
      {
        command: "pyright-langserver",
        args: ["--stdio"],
        settings: { "python.analysis": { autoSearchPaths: true, diagnosticMode: "openFilesOnly", useLibraryCodeForTypes: true } },
        // It searches a virtual environment without running its Python, unless settings name that Python.
        untrusted: "as-it-is",
        python: true,
      },
      // Its plugins run code that configuration files of linters name.
      { command: "pylsp", args: [], untrusted: "never" },
    ],
  },
  {
    name: "go",
    label: "Go",
    endings: { ".go": "go" },
    markers: ["go.mod", "go.work"],
    programs: [
      {
        command: "gopls",
        args: [],
        env: { GOFLAGS: "-mod=readonly" },
        // It publishes nothing for an edit that leaves the diagnostics as they are. Older versions ignore the option.
        initializationOptions: { pullDiagnostics: true },
        // Otherwise it could download another toolchain, run a C compiler with flags of the folder, or git with its configuration.
        untrusted: {
          env: {
            CGO_ENABLED: "0",
            GOTOOLCHAIN: "local",
            GOPROXY: "off",
            GOPACKAGESDRIVER: "off",
            GOFLAGS: "-mod=readonly -buildvcs=false",
          },
        },
      },
    ],
  },
  {
    name: "rust",
    label: "Rust",
    endings: { ".rs": "rust" },
    markers: ["Cargo.toml"],
    // `cargo metadata` runs the compiler that a folder's .cargo/config.toml names.
    programs: [{ command: "rust-analyzer", args: [], initializationOptions: { checkOnSave: false }, untrusted: "never" }],
  },
  {
    name: "c",
    label: "C and C++",
    endings: { ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hpp": "cpp", ".hxx": "cpp", ".hh": "cpp" },
    markers: ["compile_commands.json", "compile_flags.txt", "CMakeLists.txt", ".clangd"],
    programs: [
      {
        command: "clangd",
        // The index would be written into the folder.
        args: ["--background-index=0"],
        // It ignores a folder that does not exist, and /dev has no compile commands.
        untrusted: { args: ["--background-index=0", "--enable-config=0", "--compile-commands-dir=/dev"] },
      },
    ],
  },
  {
    name: "json",
    label: "JSON",
    endings: { ".json": "json", ".jsonc": "jsonc" },
    // Their programs allow comments.
    exceptions: [[/\/(?:[tj]sconfig(?:\.[^/]*)?|\.eslintrc|\.?devcontainer|\.vscode\/[^/]*)\.json$/, "jsonc"]],
    markers: [],
    programs: [
      {
        command: "vscode-json-language-server",
        args: ["--stdio"],
        initializationOptions: { handledSchemaProtocols: [] },
        settings: { json: { validate: { enable: true } } },
        untrusted: "as-it-is",
      },
    ],
  },
  {
    name: "yaml",
    label: "YAML",
    endings: { ".yaml": "yaml", ".yml": "yaml" },
    markers: [],
    programs: [
      {
        command: "yaml-language-server",
        args: ["--stdio"],
        settings: { yaml: { validate: true, schemaStore: { enable: false, url: "" } } },
        untrusted: "as-it-is",
      },
    ],
  },
  {
    name: "bash",
    label: "Bash",
    endings: { ".sh": "shellscript", ".bash": "shellscript" },
    markers: [],
    programs: [
      {
        command: "bash-language-server",
        args: ["start"],
        env: { EXPLAINSHELL_ENDPOINT: "" },
        // It would read every script of the folder.
        settings: { bashIde: { backgroundAnalysisMaxFiles: 0, explainshellEndpoint: "" } },
        untrusted: "as-it-is",
      },
    ],
  },
];

/** Returns the language of a file by the ending of its name. */
export const languageOf = (path: string, languages: readonly Language[] = LANGUAGES): Language | undefined =>
  languages.find(({ endings }) => endingOf(path) in endings);

/** Identifier of a file's language in the protocol. */
export const languageId = (path: string, { endings, exceptions = [] }: Language): string =>
  exceptions.find(([pattern]) => pattern.test(path))?.[1] ?? endings[endingOf(path)] ?? "plaintext";

const endingOf = (path: string): string => /[^/](\.[^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";

/**
 * Input and output limits of one call of each built-in tool. Sizes in bytes, times in milliseconds. docs/tools.md lists
 * them.
 */
export const LIMITS = {
  read: {
    lines: 2000,
    bytes: 50_000,
    lineLength: 2000,
    fileBytes: 50_000_000,
    imageBytes: 3_750_000,
    imageSide: 8000,
    images: 4,
    pages: 20,
    pdfTimeout: 20_000,
    outputLength: 4000,
  },
  write: {
    bytes: 10_000_000,
  },
  edit: {
    edits: 100,
    places: 100_000,
    fileBytes: 50_000_000,
  },
  apply_patch: {
    bytes: 1_000_000,
    files: 100,
  },
  bash: {
    bytes: 30_000,
    timeout: 120_000,
    maxTimeout: 600_000,
    jobTimeout: 86_400_000,
    commandBytes: 100_000,
  },
  job_output: {
    bytes: 30_000,
    wait: 600,
  },
  job_kill: {
    jobs: 16,
  },
  grep: {
    lines: 200,
    bytes: 30_000,
    lineLength: 500,
    context: 20,
    timeout: 60_000,
  },
  glob: {
    files: 200,
    timeout: 60_000,
  },
  ls: {
    entries: 500,
  },
  fetch: {
    characters: 50_000,
    bytes: 5_000_000,
    timeout: 30_000,
  },
  download: {
    bytes: 100_000_000,
    timeout: 300_000,
  },
  web_search: {
    results: 20,
    snippet: 500,
    query: 1000,
    bytes: 2_000_000,
    timeout: 30_000,
  },
  sourcegraph: {
    matches: 50,
    bytes: 30_000,
    lineLength: 300,
    query: 1000,
    received: 4_000_000,
    timeout: 30_000,
  },
  todo: {
    items: 50,
    content: 500,
  },
  question: {
    questions: 4,
    options: 5,
    length: 500,
  },
} as const;

type Limits = typeof LIMITS;

/** Meaning of each limit, for the documentation. */
export const LIMIT_MEANINGS: { readonly [Tool in keyof Limits]: { readonly [Name in keyof Limits[Tool]]: string } } = {
  read: {
    lines: "lines shown at once",
    bytes: "bytes of text shown at once",
    lineLength: "characters shown of one line",
    fileBytes: "maximum size of a file in bytes",
    imageBytes: "maximum size of an image in bytes",
    imageSide: "pixels of the longer side of an image",
    images: "images of a notebook shown at once",
    pages: "pages of a PDF shown at once",
    pdfTimeout: "timeout of reading a PDF in milliseconds",
    outputLength: "characters shown of one output of a notebook cell",
  },
  write: {
    bytes: "bytes of content",
  },
  edit: {
    edits: "edits of one call",
    places: "occurrences that one edit changes",
    fileBytes: "maximum size of a file in bytes",
  },
  apply_patch: {
    bytes: "bytes of a patch",
    files: "files of a patch",
  },
  bash: {
    bytes: "bytes of output shown; for longer output, half of them from the start and half from the end",
    timeout: "default timeout of a command in milliseconds",
    maxTimeout: "maximum timeout of a command that the call waits for, in milliseconds",
    jobTimeout: "default and maximum timeout of a background command in milliseconds",
    commandBytes: "bytes of the command",
  },
  job_output: {
    bytes: "characters of new output shown",
    wait: "maximum wait of one call in seconds",
  },
  job_kill: {
    jobs: "concurrent jobs of a session",
  },
  grep: {
    lines: "lines, files or counts shown",
    bytes: "bytes of text shown",
    lineLength: "characters shown of one line",
    context: "lines of context on each side of a match",
    timeout: "timeout of a search in milliseconds; results until then are shown",
  },
  glob: {
    files: "files shown, the most recently changed first",
    timeout: "timeout of a search in milliseconds; results until then are shown",
  },
  ls: {
    entries: "entries shown",
  },
  fetch: {
    characters: "characters shown at once",
    bytes: "bytes of a body, decompressed",
    timeout: "timeout of the whole request in milliseconds, with redirects",
  },
  download: {
    bytes: "bytes of a file, decompressed",
    timeout: "timeout of the whole request in milliseconds, with redirects",
  },
  web_search: {
    results: "results",
    snippet: "characters shown of a result's text",
    query: "characters of a query",
    bytes: "bytes of a response, decompressed",
    timeout: "timeout of the whole request in milliseconds",
  },
  sourcegraph: {
    matches: "files, repositories or commits shown",
    bytes: "bytes of text shown",
    lineLength: "characters shown of one line",
    query: "characters of a query",
    received: "bytes of a response, decompressed",
    timeout: "timeout of the whole request in milliseconds",
  },
  todo: {
    items: "steps in the list",
    content: "characters of a step",
  },
  question: {
    questions: "questions of one call",
    options: "suggested answers of a question, at least 2",
    length: "characters of a question or a suggested answer",
  },
};

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
    fileBytes: "size of a file that can be read",
    imageBytes: "size of an image that is shown",
    imageSide: "pixels on an image's longer side",
    images: "images shown of a notebook's cells",
    pages: "pages of a PDF shown at once",
    pdfTimeout: "milliseconds that reading a PDF may take",
    outputLength: "characters shown of one output of a notebook's cell",
  },
  write: {
    bytes: "bytes of content",
  },
  edit: {
    edits: "edits of one call",
    places: "places that one edit changes",
    fileBytes: "size of a file that can be edited",
  },
  apply_patch: {
    bytes: "bytes of a patch",
    files: "files of a patch",
  },
  bash: {
    bytes: "bytes of output shown; of longer output, the first and the last half of that",
    timeout: "milliseconds that a command may take, unless the call says otherwise",
    maxTimeout: "milliseconds that a call may ask for that is waited for",
    jobTimeout: "milliseconds that a command in the background may take, and does unless the call says otherwise",
    commandBytes: "bytes of the command",
  },
  job_output: {
    bytes: "characters of new output shown",
    wait: "seconds that one call waits",
  },
  job_kill: {
    jobs: "jobs of a session at once",
  },
  grep: {
    lines: "lines, files or counts shown",
    bytes: "bytes of text shown",
    lineLength: "characters shown of one line",
    context: "lines of context on each side of a match",
    timeout: "milliseconds that a search may take; what was found by then is shown",
  },
  glob: {
    files: "files shown, the most recently changed ones",
    timeout: "milliseconds that a search may take; what was found by then is shown",
  },
  ls: {
    entries: "entries shown",
  },
  fetch: {
    characters: "characters of a text shown at once",
    bytes: "bytes of a body, unpacked",
    timeout: "milliseconds for all of it, redirects too",
  },
  download: {
    bytes: "bytes of a file, unpacked",
    timeout: "milliseconds for all of it, redirects too",
  },
  web_search: {
    results: "results",
    snippet: "characters shown of a result's text",
    query: "characters of a query",
    bytes: "bytes of an answer, unpacked",
    timeout: "milliseconds for all of it",
  },
  sourcegraph: {
    matches: "files, repositories or commits shown",
    bytes: "bytes of text shown",
    lineLength: "characters shown of one line",
    query: "characters of a query",
    received: "bytes of an answer, unpacked",
    timeout: "milliseconds for all of it",
  },
  todo: {
    items: "steps in the list",
    content: "characters of a step",
  },
  question: {
    questions: "questions of one call",
    options: "answers to choose from, and 2 at least",
    length: "characters of a question, or of an answer to choose from",
  },
};

import { resolve } from "node:path";
import { exportHtml, exportJsonl, exportMarkdown, type SessionSource } from "coxswain/transfer";
import { escapeLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import { namedSession, type SessionsAction } from "../sessions-request.ts";
import { writeNewFile } from "../write-new-file.ts";

const FORMATS: Readonly<Record<"md" | "html" | "jsonl", (source: SessionSource) => AsyncIterable<string>>> = {
  md: exportMarkdown,
  html: exportHtml,
  jsonl: exportJsonl,
};

/** `cox sessions export`. */
export const exportSession: SessionsAction = async (request) => {
  const { store, values, context } = request;
  const { cwd, stdout, stderr } = context;
  const { id } = await namedSession(request);
  const file = await store.open(id);
  try {
    const text = joinChunks(FORMATS[values.format ?? "md"](file));
    if (values.output === undefined) {
      for await (const piece of text) {
        if (stdout.closed.aborted) break;
        stdout.write(piece);
        await stdout.flush();
      }
    } else {
      const path = resolve(cwd, values.output);
      await writeNewFile(path, text);
      stderr.write(`Exported ${id} to ${escapeLine(path)}.\n`);
    }
  } finally {
    await file.close();
  }
  return EXIT.done;
};

/** Approximate characters of a chunk. */
const CHUNK_LENGTH = 64 * 1024;

/** Joins small chunks of text into larger ones. */
export async function* joinChunks(text: AsyncIterable<string>): AsyncGenerator<string> {
  let parts: string[] = [];
  let length = 0;
  for await (const part of text) {
    parts.push(part);
    length += part.length;
    if (length < CHUNK_LENGTH) continue;
    yield parts.join("");
    parts = [];
    length = 0;
  }
  if (length > 0) yield parts.join("");
}

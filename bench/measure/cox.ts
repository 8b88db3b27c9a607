import { join } from "node:path";

/** The command that starts the built `cox` as installed. */
export const COX = join(import.meta.dirname, "..", "..", "packages", "cli", "bin", "cox.js");

/** An environment with a key for a provider at `url` and a home in `folder`. */
export const withKey = (url: string, folder = ""): NodeJS.ProcessEnv => ({
  ANTHROPIC_API_KEY: "bench",
  ANTHROPIC_BASE_URL: url,
  ...(folder === "" ? {} : { COX_HOME: folder, HOME: folder }),
});

import { join } from "node:path";

/** The command that starts the built `cox`, as it is installed. */
export const COX = join(import.meta.dirname, "..", "..", "packages", "cli", "bin", "cox.js");

/** The environment of a person with a key for a provider that is served at `url`, and a home in `folder`. */
export const withKey = (url: string, folder = ""): NodeJS.ProcessEnv => ({
  ANTHROPIC_API_KEY: "bench",
  ANTHROPIC_BASE_URL: url,
  ...(folder === "" ? {} : { COX_HOME: folder, HOME: folder }),
});

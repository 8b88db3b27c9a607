export { readClaudeHooks } from "./claude-settings.ts";

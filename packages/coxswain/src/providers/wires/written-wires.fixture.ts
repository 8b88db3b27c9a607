import { ANTHROPIC } from "./anthropic-comparison.fixture.ts";
import type { WrittenWire } from "./comparison.fixture.ts";
import { GOOGLE } from "./gemini-comparison.fixture.ts";
import { CHAT, COMPATIBLE, RESPONSES } from "./openai-comparison.fixture.ts";

/** Our own wires. The quick, the long and the follow-up tests compare the requests of each with its adapter's. */
export const WRITTEN_WIRES: readonly WrittenWire[] = [ANTHROPIC, RESPONSES, CHAT, COMPATIBLE, GOOGLE];

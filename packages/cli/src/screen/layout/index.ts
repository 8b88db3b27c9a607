export { InlineTranscript } from "./inline-transcript.ts";
export { MOTION_INTERVAL, statusRow } from "./status-row.ts";

export { type SurfaceMode, ScreenSurface } from "./screen-surface.ts";
export { isAtWork, MOTION_INTERVAL, SHARED_WORK } from "./status-row.ts";
export type { Focus, Tail, TailSize } from "./surface.ts";
export { tailRows } from "./tail.ts";
export { Transcript } from "./transcript.ts";

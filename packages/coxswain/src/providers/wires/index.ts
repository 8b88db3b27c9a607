export type { Wire, WireReader } from "./wire.ts";

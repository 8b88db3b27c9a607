import type { Fault, Tick } from "./fault.ts";
import type { WireFormat, WireStream } from "./wire.ts";

export type Frame = string | Uint8Array;

/** The plan of a stream: the bytes before and after the reply's `hold`, and the end of the body. */
export interface Delivery {
  readonly first: readonly Frame[];
  readonly last: readonly Frame[];
  readonly finish: Finish;
  /** Absent: everything is sent without delay. */
  readonly pieces?: { readonly bytes: number; readonly tick?: Tick | undefined };
}

export type Finish =
  | { readonly kind: "end" | "reset" | "stall" }
  | { readonly kind: "keep-alives"; readonly event: string; readonly tick: Tick };

/** A fault after the headers. */
export type StreamFault = Exclude<Fault, { readonly kind: "status" | "body" }>;

export const planDelivery = (stream: WireStream, fault: StreamFault | undefined, wire: WireFormat): Delivery => {
  const whole: Delivery = { first: stream.content, last: stream.ending, finish: { kind: "end" } };
  if (fault === undefined) return whole;
  if (fault.kind === "chunks") return { ...whole, pieces: { bytes: fault.split } };
  if (fault.kind === "drip") return { ...whole, pieces: { bytes: fault.bytesPerTick, tick: fault.tick ?? defaultTick } };

  const events = [...stream.content, ...stream.ending];
  const first = events.slice(0, fault.after ?? 0);
  switch (fault.kind) {
    case "cut":
      return { first, last: [], finish: { kind: "end" } };
    case "reset":
      return { first, last: [], finish: { kind: "reset" } };
    case "stall":
      return {
        first,
        last: [],
        finish: fault.pings === true ? { kind: "keep-alives", event: wire.keepAlive, tick: fault.tick ?? defaultTick } : { kind: "stall" },
      };
    case "garbage":
      return { first, last: [fault.bytes ?? BROKEN_EVENT, ...events.slice(first.length)], finish: { kind: "end" } };
    case "error":
      return { first, last: [wire.errorEvent({ type: fault.type, message: fault.message ?? "Overloaded" })], finish: { kind: "end" } };
  }
};

const BROKEN_EVENT = 'data: {"broken": \n\n';

const defaultTick: Tick = () => new Promise((resolve) => setTimeout(resolve, 10).unref());

import type { PrefixBreak } from "../../context/index.ts";
import type { CacheBreak } from "./cache-break.ts";
import type { ContextItem } from "./context-item.ts";

/** What a session would send if it went on now, without what the person says then. All tokens are estimates. */
export interface ContextReport {
  readonly id: string;
  readonly model: string;
  /** In the order in which it is sent. They add up to `total`. */
  readonly items: readonly ContextItem[];
  readonly total: number;
  /** Whether the estimate starts from what the provider said of the last response. */
  readonly measured: boolean;
  /** Tokens of input and output together; absent when it is not known. */
  readonly window?: number;
  /** Tokens that the answer may have. */
  readonly answer: number;
  /** What the input costs while the provider still has in its cache what it can have, and without, in USD. Absent: no known price. */
  readonly cost?: { readonly warm: number; readonly cold: number };
  readonly cache: CacheReport;
}

/** What of a session's next request its provider can still have in its cache, by what the log tells. */
export interface CacheReport {
  /** Tokens of the request that the provider can still have. */
  readonly cached: number;
  /** Whether more time has gone by since the last response than a provider keeps what it has read. */
  readonly expired: boolean;
  /** The first piece that is not as in the last request: what comes from it on is read anew. Absent: all goes on. */
  readonly change?: PrefixBreak;
  /** Of the last response, as its provider told. */
  readonly last?: { readonly at: number; readonly sent: number; readonly read: number; readonly written: number };
  /** When a response's provider last read anew what it had been sent. */
  readonly broke?: CacheBreak;
}

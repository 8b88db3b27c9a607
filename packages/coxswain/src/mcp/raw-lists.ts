import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { asRecord } from "../base/index.ts";

/** Kinds of lists. The request is `KIND/list`, and its result has the items as `KIND`. */
export type ListKind = "tools" | "prompts" | "resources";

/** Field of a list's result that has the items as the server sent them. */
export const RAW_ITEMS = "coxswain/items";

/**
 * Moves the items of lists past the client's validation, which rejects a whole list for one invalid item. Returns the
 * same transport.
 */
export const withRawLists = <T extends Transport>(transport: T): T => {
  const requested = new Map<unknown, ListKind>();
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const { id, method } = asRecord(message);
    const kind = LISTS.get(method);
    if (kind !== undefined) requested.set(id, kind);
    return send(message, options);
  };
  let listener: Transport["onmessage"];
  Object.defineProperty(transport, "onmessage", {
    get: () => listener,
    set(receive: Transport["onmessage"]) {
      listener = receive && ((message, extra) => receive(withMovedItems(message, requested), extra));
    },
  });
  return transport;
};

const LISTS: ReadonlyMap<unknown, ListKind> = new Map([
  ["tools/list", "tools"],
  ["prompts/list", "prompts"],
  ["resources/list", "resources"],
]);

const withMovedItems = <Message extends JSONRPCMessage>(message: Message, requested: Map<unknown, ListKind>): Message => {
  const { id, result } = asRecord(message);
  const kind = requested.get(id);
  if (kind === undefined || result === undefined) return message;
  requested.delete(id);
  return { ...message, result: { ...asRecord(result), [kind]: [], [RAW_ITEMS]: asRecord(result)[kind] } };
};

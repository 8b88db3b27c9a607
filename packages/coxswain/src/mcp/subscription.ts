import type { Client } from "@modelcontextprotocol/client";
import type { Timers } from "../workspace/index.ts";

/** Milliseconds before a subscription that broke off is opened again: twice as many after each time. */
const DELAY = { first: 5000, longest: 300_000 };

/** Opens the stream on which modern servers report changes of their lists, again and again until `ended`. */
export const subscribe = async (client: Client, listener: () => void, timers: Timers, ended: Promise<void>): Promise<void> => {
  const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
  const filter = {
    ...(tools?.listChanged === true ? { toolsListChanged: true } : {}),
    ...(prompts?.listChanged === true ? { promptsListChanged: true } : {}),
    ...(resources?.listChanged === true ? { resourcesListChanged: true } : {}),
  };
  if (Object.keys(filter).length === 0) return;
  for (let times = 0; client.transport !== undefined; times += 1) {
    try {
      const subscription = await client.listen(filter);
      // The lists may have changed without a subscription.
      if (times > 0) listener();
      if ((await subscription.closed) !== "remote") return;
    } catch {
      // A server that rejects the first one has no subscriptions: the manifest is that of the start.
      if (times === 0) return;
    }
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const cancel = timers.after(Math.min(DELAY.first * 2 ** times, DELAY.longest), resolve);
    await Promise.race([over, ended]).finally(cancel);
  }
};

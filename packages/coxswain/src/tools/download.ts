import { defineTool, textResult, ToolError } from "../loop/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { allowedPath, assertNotAborted, fileRequest, toToolError, shownPath } from "./file-access.ts";
import { stringField, toolInput } from "./input.ts";
import { shownUrl, parseWebUrl } from "./web-url.ts";
import { LIMITS } from "./limits.ts";
import { liveTail } from "./live-tail.ts";
import type { WebOptions } from "./web/index.ts";

const limits = LIMITS.download;

const DESCRIPTION = `Downloads a URL to a new file, unchanged: at most ${limits.bytes} bytes, in at most ${limits.timeout} ms. Existing files are not \
overwritten. Addresses of this machine and of private networks are rejected. To read a page, use fetch.`;

const schema = toolInput({
  url: stringField("The URL, with http:// or https://."),
  path: stringField("The new file: absolute, or relative to the session's folder."),
});

/** Saves the response of a server as a file. */
export const downloadTool = (workspace: Workspace, options: WebOptions = {}) =>
  defineTool({
    name: "download",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "network",
    async permissionRequests({ url, path }) {
      const address = parseWebUrl(url);
      const { assertReachable } = await import("./web/index.ts");
      await assertReachable(address, options);
      return [{ tool: "download", effect: "network", subject: address.href }, ...(await fileRequest(workspace, "download", "write", path))];
    },
    async execute({ url, path }, context) {
      const address = parseWebUrl(url);
      const place = await allowedPath(context, workspace, "write", path);
      const file = place.path;
      const shown = shownPath(workspace, file);
      // Loaded with the first call: most sessions never download.
      const { contentType, withResponse, readBody } = await import("./web/index.ts");
      return workspace.exclusively(file, async () => {
        assertNotAborted(context);
        if ((await toToolError(workspace.stat(place))) !== undefined) throw new ToolError(`${shown} exists already. Give another path.`);
        const live = liveTail((tail) => context.progress(tail.slice(tail.lastIndexOf("\n") + 1)));
        const order = { tool: "download", options, context, timeout: limits.timeout };
        const { bytes, type, from } = await withResponse(address, order, async ({ url: last, response }) => {
          const status = response.statusCode ?? 0;
          if (status < 200 || status > 299)
            throw new ToolError(`${shownUrl(last.href)} responded with status ${status}. Nothing was written.`);
          // The content-length of a compressed response is not the length of its content.
          const length = response.headers["content-encoding"] === undefined ? response.headers["content-length"] : undefined;
          const whole = Number(length ?? Number.NaN);
          if (whole > limits.bytes) throw new ToolError(`${shownUrl(last.href)} has ${whole} bytes; the maximum is ${limits.bytes}.`);
          const body = await readBody(response, limits.bytes, (size) =>
            live.push(`\n${size} of ${Number.isNaN(whole) ? "?" : whole} bytes`),
          );
          if (!body.complete) throw new ToolError(`${shownUrl(last.href)} has more than ${limits.bytes} bytes. Nothing was written.`);
          return { bytes: body.bytes, type: contentType(response.headers["content-type"]).type, from: last };
        }).finally(() => live.finish());
        assertNotAborted(context);
        await toToolError(workspace.replace(place, bytes));
        return textResult(
          `Saved ${bytes.length} bytes${type === "" ? "" : ` of ${shownUrl(type)}`} from ${shownUrl(from.href)} to ${shown}.`,
          {
            path: shown,
            url: from.href,
            bytes: bytes.length,
          },
        );
      });
    },
  });

import { defineTool, textResult, ToolError } from "../loop/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { allowedPlace, assertNotAborted, fileRequest, orToolError, shownPath } from "./file-access.ts";
import { text, toolInput } from "./input.ts";
import { shownUrl, webAddress } from "./judge-url.ts";
import { LIMITS } from "./limits.ts";
import { liveTail } from "./live-tail.ts";
import type { WebOptions } from "./web/index.ts";

const limits = LIMITS.download;

const DESCRIPTION = `Puts what stands at an address of the web into a new file, as it is: at most ${limits.bytes} bytes, in at most ${limits.timeout} ms. A file that is there is not written \
over. Addresses of this machine and of private networks are refused. To look at a page use fetch.`;

const schema = toolInput({
  url: text("The address, with http:// or https://."),
  path: text("The new file: absolute, or relative to the session's folder."),
});

/** Saves the response of a server as a file. */
export const downloadTool = (workspace: Workspace, options: WebOptions = {}) =>
  defineTool({
    name: "download",
    description: DESCRIPTION,
    inputSchema: schema,
    effect: "network",
    async permissionRequests({ url, path }) {
      const address = webAddress(url);
      const { assertReachable } = await import("./web/index.ts");
      await assertReachable(address, options);
      return [{ tool: "download", effect: "network", subject: address.href }, ...(await fileRequest(workspace, "download", "write", path))];
    },
    async execute({ url, path }, context) {
      const address = webAddress(url);
      const place = await allowedPlace(context, workspace, "write", path);
      const file = place.path;
      const shown = shownPath(workspace, file);
      // Loaded with the first call: most sessions never download.
      const { contentType, getting, readBody } = await import("./web/index.ts");
      return workspace.exclusively(file, async () => {
        assertNotAborted(context);
        if ((await orToolError(workspace.stat(place))) !== undefined) throw new ToolError(`${shown} exists already. Give another path.`);
        const live = liveTail((tail) => context.progress(tail.slice(tail.lastIndexOf("\n") + 1)));
        const order = { tool: "download", options, context, timeout: limits.timeout };
        const { bytes, type, from } = await getting(address, order, async ({ url: last, response }) => {
          const status = response.statusCode ?? 0;
          if (status < 200 || status > 299)
            throw new ToolError(`${shownUrl(last.href)} answers with the status ${status}. Nothing was written.`);
          // The content-length of a compressed response is not the length of its content.
          const told = response.headers["content-encoding"] === undefined ? response.headers["content-length"] : undefined;
          const whole = Number(told ?? Number.NaN);
          if (whole > limits.bytes)
            throw new ToolError(`${shownUrl(last.href)} has ${whole} bytes, and at most ${limits.bytes} are taken.`);
          const body = await readBody(response, limits.bytes, (size) =>
            live.push(`\n${size} of ${Number.isNaN(whole) ? "?" : whole} bytes`),
          );
          if (!body.complete) throw new ToolError(`${shownUrl(last.href)} has more than ${limits.bytes} bytes. Nothing was written.`);
          return { bytes: body.bytes, type: contentType(response.headers["content-type"]).type, from: last };
        }).finally(() => live.finish());
        assertNotAborted(context);
        await orToolError(workspace.replace(place, bytes));
        return textResult(
          `Put ${bytes.length} bytes${type === "" ? "" : ` of ${shownUrl(type)}`} from ${shownUrl(from.href)} into ${shown}.`,
          {
            path: shown,
            url: from.href,
            bytes: bytes.length,
          },
        );
      });
    },
  });

import assert from "node:assert/strict";
import { test } from "node:test";
import { browserCommand } from "./open-browser.ts";

const URL = "https://login.example/authorize?state=a&scope=b";

test("a URL is one argument of the system's own program, which no shell reads", () => {
  assert.deepEqual(browserCommand(URL, { DISPLAY: ":0" }, "linux"), ["xdg-open", URL]);
  assert.deepEqual(browserCommand(URL, { WAYLAND_DISPLAY: "wayland-0" }, "linux"), ["xdg-open", URL]);
  assert.deepEqual(browserCommand(URL, {}, "darwin"), ["open", URL]);
  assert.deepEqual(browserCommand(URL, {}, "win32"), ["rundll32", "url.dll,FileProtocolHandler", URL]);
});

test("no browser is opened without a display, or on a machine that the user has reached over SSH", () => {
  assert.equal(browserCommand(URL, {}, "linux"), undefined);
  assert.equal(browserCommand(URL, { DISPLAY: ":10", SSH_CONNECTION: "1 2 3 4" }, "linux"), undefined);
  assert.equal(browserCommand(URL, { SSH_CONNECTION: "1 2 3 4" }, "darwin"), undefined);
});

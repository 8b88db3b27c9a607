import assert from "node:assert/strict";
import { test } from "node:test";
import { SettingsError } from "./errors.ts";
import { coxHome } from "./home.ts";

const none = (): string => "";

test("COX_HOME contains everything, and overrides all other variables", () => {
  assert.deepEqual(coxHome({ COX_HOME: "/srv/cox", XDG_CONFIG_HOME: "/x", HOME: "/home/ada" }, "linux", none), {
    config: "/srv/cox",
    data: "/srv/cox/data",
    cache: "/srv/cox/cache",
  });
});

test("each XDG variable sets its own folder", () => {
  assert.deepEqual(coxHome({ XDG_CONFIG_HOME: "/c", XDG_CACHE_HOME: "/k", HOME: "/home/ada" }, "linux", none), {
    config: "/c/coxswain",
    data: "/home/ada/.local/share/coxswain",
    cache: "/k/coxswain",
  });
});

test("without variables, uses .config, .local/share and .cache, on macOS too", () => {
  for (const platform of ["linux", "darwin"] as const) {
    assert.deepEqual(coxHome({ HOME: "/home/ada lovelace\n" }, platform, none), {
      config: "/home/ada lovelace\n/.config/coxswain",
      data: "/home/ada lovelace\n/.local/share/coxswain",
      cache: "/home/ada lovelace\n/.cache/coxswain",
    });
  }
});

test("ignores an XDG variable that is empty or relative", () => {
  assert.equal(coxHome({ XDG_CONFIG_HOME: "", HOME: "/home/ada" }, "linux", none).config, "/home/ada/.config/coxswain");
  assert.equal(coxHome({ XDG_CONFIG_HOME: "conf", HOME: "/home/ada" }, "linux", none).config, "/home/ada/.config/coxswain");
});

test("rejects a relative COX_HOME, and ignores an empty one", () => {
  assert.throws(() => coxHome({ COX_HOME: "./cox" }, "linux", none), new SettingsError('COX_HOME must be an absolute path, not "./cox".'));
  assert.equal(coxHome({ COX_HOME: "", HOME: "/home/ada" }, "linux", none).config, "/home/ada/.config/coxswain");
});

test("L23: with HOME unset, uses the home in the system's user record", () => {
  assert.equal(coxHome({}, "linux", () => "/home/ada").config, "/home/ada/.config/coxswain");
});

test("L23: a missing home is one clear error, unless every folder is set", () => {
  const message = "No home folder. Set HOME, or set COX_HOME to a folder for Coxswain's files.";
  const unknown = (): string => {
    throw new Error("uv_os_homedir returned ENOENT");
  };
  assert.throws(() => coxHome({}, "linux", unknown), new SettingsError(message));
  assert.throws(() => coxHome({ HOME: "" }, "linux", none), new SettingsError(message));
  assert.equal(coxHome({ COX_HOME: "/srv/cox" }, "linux", unknown).data, "/srv/cox/data");
  assert.equal(coxHome({ XDG_CONFIG_HOME: "/c", XDG_DATA_HOME: "/d", XDG_CACHE_HOME: "/k" }, "linux", unknown).data, "/d/coxswain");
});

test("uses the application data folders on Windows", () => {
  const env = { USERPROFILE: "C:\\Users\\Ada", APPDATA: "C:\\Users\\Ada\\AppData\\Roaming" };
  assert.deepEqual(coxHome(env, "win32", none), {
    config: "C:\\Users\\Ada\\AppData\\Roaming\\coxswain",
    data: "C:\\Users\\Ada\\AppData\\Local\\coxswain",
    cache: "C:\\Users\\Ada\\AppData\\Local\\coxswain\\cache",
  });
});

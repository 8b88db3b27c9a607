import assert from "node:assert/strict";
import { test } from "node:test";
import { remoteName } from "./remote-name.ts";

test("all URLs of one repository have one name", () => {
  for (const url of [
    "https://github.com/ann/boat",
    "https://github.com/ann/boat.git",
    "https://github.com/ann/boat.git/",
    "https://GitHub.com:443/ann/boat.git",
    "http://github.com/ann//boat",
    "git@github.com:ann/boat.git",
    "github.com:ann/boat",
    "ssh://git@github.com/ann/boat.git",
    "ssh://git@github.com:22/ann/boat",
    "git+ssh://git@github.com/ann/boat.git",
    "git://github.com/ann/boat",
  ]) {
    assert.equal(remoteName(url), "github.com/ann/boat", url);
  }
});

test("L24: the name does not contain users, passwords, tokens and queries", () => {
  for (const url of [
    "https://ann:s3cret@example.com/boat.git",
    "https://s3cret@example.com/boat",
    "https://ann:s3cret%40x@y@example.com/boat",
    "https://example.com/boat?private_token=s3cret",
    "https://example.com/boat#s3cret",
    "s3cret@example.com:boat.git?token=s3cret",
  ]) {
    assert.equal(remoteName(url), "example.com/boat", url);
  }
});

test("an unusual port, another folder and another spelling of the path give another name", () => {
  assert.equal(remoteName("ssh://git@example.com:2222/boat.git"), "example.com:2222/boat");
  assert.equal(remoteName("https://example.com/Ann/Boat"), "example.com/Ann/Boat");
});

test("an absolute path is a name", () => {
  assert.equal(remoteName("/srv/git/boat.git"), "file:/srv/git/boat");
  assert.equal(remoteName("file:///srv/git/boat.git"), "file:/srv/git/boat");
  assert.equal(remoteName("C:\\git\\boat"), "file:/C:/git/boat");
  assert.equal(remoteName("../boat.git"), undefined);
});

test("an invalid URL has no name", () => {
  for (const url of [
    "",
    "boat",
    "https://",
    "https:///boat",
    "https://example.com/",
    "git@host:",
    "a b",
    "https://example.com/\u0000",
    "x".repeat(600),
  ]) {
    assert.equal(remoteName(url), undefined, url);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { remoteUrls } from "./git-config.ts";

const urls = (config: string): Record<string, string> => Object.fromEntries(remoteUrls(config));

test("finds the first URL of each remote among other sections", () => {
  const config = `
[core]
	bare = false
	url = not-a-remote
[remote "upstream"]
	url = https://example.com/upstream
	fetch = +refs/heads/*:refs/remotes/upstream/*
[branch "url"]
	remote = origin
[Remote "origin"]
	fetch = x
	pushurl = https://example.com/push
	URL=https://example.com/origin ; a comment
	url = https://example.com/second
[include]
	path = ../evil
[url "https://other/"]
	insteadOf = https://example.com/
`;
  assert.deepEqual(urls(config), { upstream: "https://example.com/upstream", origin: "https://example.com/origin" });
});

test("reads quotes, comments, continued lines, escapes and Windows line ends as git does", () => {
  assert.deepEqual(urls('[remote "o"]\r\n\turl = "https://a/b#c" # "x"\r\n'), { o: "https://a/b#c" });
  assert.deepEqual(urls('[remote "o"] url = https://a/\\\nb'), { o: "https://a/b" });
  assert.deepEqual(urls('[remote "a\\"b\\\\c"]\nurl = x\\\\y'), { 'a"b\\c': "x\\y" });
});

test("reads any string without an error", () => {
  const pieces = fc.constantFrom("[", "]", '"', "\\", "\n", "remote", "url", "=", "#", " ", "origin", "\0", "é");
  fc.assert(fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => void remoteUrls(parts.join(""))));
});

test("reads a long line in linear time", () => {
  assert.deepEqual(urls(`[remote "${"\\".repeat(200_000)}`), {});
  assert.equal(urls(`[remote "o"]\nurl = ${'"'.repeat(200_000)}x`)["o"], "x");
});

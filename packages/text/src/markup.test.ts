import { expect, test } from 'vitest'
import { escapeMarkup, escapeMrkdwn, escapeWikiMarkup, mrkdwnLink } from './markup.ts'

test.each([
  ['plain é 😀\t\n', 'plain é 😀\t\n'],
  [`<a b="c" d='e'>&amp;`, '&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;'],
  ['\u0000\u0008\u000B\u001F\uFFFE\uFFFF\uD800', '\uFFFD'.repeat(7)],
])('%j in HTML and XML is %j', (text, escaped) => {
  expect(escapeMarkup(text)).toBe(escaped)
})

test.each([
  ['<!channel> & "x"', '&lt;!channel&gt; &amp; "x"'],
  ['*a* | b', '*a* | b'],
])('%j in a chat is %j', (text, escaped) => {
  expect(escapeMrkdwn(text)).toBe(escaped)
})

test('a link in a chat is ended by neither its title nor its address', () => {
  expect(mrkdwnLink('a|b <c>', 'https://d/e?f=g&h|i>')).toBe('<https://d/e?f=g&h%7Ci%3E|a b &lt;c&gt;>')
})

test('wiki markup creates no macros, links, mentions or images', () => {
  expect(escapeWikiMarkup('{code} [~a|b] !c! *d*')).toBe(String.raw`\{code\} \[\~a\|b\] \!c\! \*d\*`)
})

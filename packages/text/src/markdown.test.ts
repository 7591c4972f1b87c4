import { describe, expect, test } from 'vitest'
import { codeSpan, escapeMarkdown, fencedBlock, markdownLink, withoutReferences } from './markdown.ts'

const zero = '\u200B'

describe('escapeMarkdown', () => {
  test.each([
    ['plain text, with (brackets) and 50%', 'plain text, with (brackets) and 50%'],
    ['lodash 4.17.21', 'lodash 4.17.21'],
    ['a_b *c* `d` ~e~', String.raw`a\_b \*c\* \`d\` \~${zero}e\~`],
    ['[a](https://b)', String.raw`\[a\](https:` + zero + '//b)'],
    ['![a](b)', String.raw`\!\[a\](b)`],
    ['<img src=x>', String.raw`\<img src=x\>`],
    ['&lt;', String.raw`\&${zero}lt;`],
    ['a | b', String.raw`a \| b`],
    [String.raw`a\|b`, String.raw`a\\\|b`],
    ['$x$ {y}', String.raw`\$${zero}x\$ \{y\}`],
    // What begins a block, at the start only.
    ['# a', String.raw`\# a`],
    ['- a - b', String.raw`\- a - b`],
    ['+ a', String.raw`\+ a`],
    ['===', String.raw`\===`],
    ['---', String.raw`\---`],
    ['-1 = -1', '-1 = -1'],
    ['1. a 2. b', String.raw`1\. a 2. b`],
    ['10) a', String.raw`10\) a`],
    ['1.2.3 (minor)', '1.2.3 (minor)'],
    ['> a', String.raw`\> a`],
    // One line.
    ['a\n\n# b', String.raw`a \# b`],
    ['a\r\n\u2028b', 'a b'],
    ['a\u0000\u202E\u200Bb', 'a b'],
    // Mentions, references and links of services.
    ['@org/pkg', `@${zero}org/pkg`],
    ['lodash@ 4', 'lodash@ 4'],
    ['fixes #12, !3', String.raw`fixes \#${zero}12, \!${zero}3`],
    ['HTTPS://a and www.b.c', `HTTPS:${zero}//a and www${zero}.b.c`],
  ])('%j is %j', (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped)
  })
})

test.each([
  ['a | `b`', "`a ¦ 'b'`"],
  ['a\nb', '`a b`'],
])('%j as code is %j', (text, code) => {
  expect(codeSpan(text)).toBe(code)
})

test('a title without Markdown has no mentions or references', () => {
  expect(withoutReferences('Upgrade @a/b_c #1 & d')).toBe(`Upgrade @${zero}a/b_c #${zero}1 & d`)
})

test('a block cannot be ended by its text', () => {
  expect(fencedBlock('a\n````\nb')).toBe('`````text\na\n````\nb\n`````')
  expect(fencedBlock('a')).toBe('```text\na\n```')
})

test.each([
  ['a]b', 'https://a.b/c_d?e=f&g#h', String.raw`[a\]b](https://a.b/c_d?e=f&g#h)`],
  ['a', 'https://a.b/) [x](y', '[a](https://a.b/%29%20%5Bx%5D%28y)'],
  ['a', 'https://a.b/*<|\\`', '[a](https://a.b/%2a%3C%7C%5C%60)'],
])('a link from %j to %j is %j', (title, address, link) => {
  expect(markdownLink(title, address)).toBe(link)
})

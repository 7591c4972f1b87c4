import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMarkdown } from './markdown-model.ts'

const text = (value: string) => [{ kind: 'text', text: value }]

test.each([
  [
    'a paragraph',
    'one\ntwo\n\nthree',
    [
      { kind: 'paragraph', inline: text('one two') },
      { kind: 'paragraph', inline: text('three') },
    ],
  ],
  ['a heading', '### Impact ###', [{ kind: 'heading', inline: text('Impact') }]],
  [
    'a heading that ends a paragraph',
    'a\n# B',
    [
      { kind: 'paragraph', inline: text('a') },
      { kind: 'heading', inline: text('B') },
    ],
  ],
  [
    'a list',
    '- a\n  goes on\n- b\n\n* c',
    [{ kind: 'list', isOrdered: false, items: [text('a goes on'), text('b'), text('c')] }],
  ],
  ['a numbered list', '1. a\n2) b', [{ kind: 'list', isOrdered: true, items: [text('a'), text('b')] }]],
  [
    'code',
    '```js\n# no heading\n```\nafter',
    [
      { kind: 'code', text: '# no heading' },
      { kind: 'paragraph', inline: text('after') },
    ],
  ],
  ['code without an end', '~~~\na', [{ kind: 'code', text: 'a' }]],
  [
    'a table as it is',
    '| a | b |\n|---|---|\nafter',
    [
      { kind: 'code', text: '| a | b |\n|---|---|' },
      { kind: 'paragraph', inline: text('after') },
    ],
  ],
  ['a quote', '> a\n> b', [{ kind: 'quote', inline: text('a b') }]],
  ['no rule', 'a\n\n---\n', [{ kind: 'paragraph', inline: text('a') }]],
  [
    'no HTML',
    '<script>alert(1)</script>',
    [{ kind: 'paragraph', inline: text('<script>alert(1)</script>') }],
  ],
  ['nothing', '', []],
])('%s', (_, source, expected) => expect(readMarkdown(source)).toEqual(expected))

test.each([
  ['`a``b`', [{ kind: 'code', text: 'a``b' }]],
  ['**a** b', [{ kind: 'strong', text: 'a' }, ...text(' b')]],
  ['[a](https://b.c "title")', [{ kind: 'link', text: 'a', url: 'https://b.c' }]],
  ['[](https://b.c)', [{ kind: 'link', text: 'https://b.c', url: 'https://b.c' }]],
  ['[a](javascript:alert(1))', [...text('a'), ...text(')')]],
  ['`` a ` b ``', [{ kind: 'code', text: 'a ` b' }]],
  ['``a`', text('``a`')],
  ['[[a](https://b.c)', [...text('['), { kind: 'link', text: 'a', url: 'https://b.c' }]],
  ['press *Scan now*.', [...text('press '), { kind: 'emphasis', text: 'Scan now' }, ...text('.')]],
  ['a * b * c, jackson.* and org.*', text('a * b * c, jackson.* and org.*')],
  ['***a**', [...text('*'), { kind: 'strong', text: 'a' }]],
  ['see https://b.c/d.', [...text('see '), { kind: 'link', text: 'https://b.c/d.', url: 'https://b.c/d' }]],
])('%s within a line', (source, inline) =>
  expect(readMarkdown(source)).toEqual([{ kind: 'paragraph', inline }]),
)

test('never fails and never links to executable URLs', () => {
  const piece = fc.constantFrom(
    '#',
    '-',
    '`',
    '```',
    '[',
    ']',
    '(',
    ')',
    '*',
    '**',
    '>',
    '|',
    '\n',
    ' ',
    'a',
    'https://b',
    'data:x',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const links = [...JSON.stringify(readMarkdown(pieces.join(''))).matchAll(/"url":"([^"]*)"/g)]
      for (const [, url] of links) expect(url).toMatch(/^https?:/)
    }),
    { numRuns: 500 },
  )
})

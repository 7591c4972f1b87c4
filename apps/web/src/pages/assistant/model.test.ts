import type { AssistantSource } from '@assay/contract/assistant-conversations.ts'
import { expect, test } from 'vitest'
import { distinctSources, plainAnswer, readBlocks } from './model.ts'

const source = (ref: string, label = 'shop'): AssistantSource => ({
  ref,
  label,
  kind: 'project',
  projectUuid: null,
  branch: null,
  name: null,
})

test('renders paragraphs, lists and references to known sources', () => {
  const text = '## First\nUpgrade **lodash** [F2] now [F9].\n\n- one [F1]\n2. two\nThen `rest`.'
  expect(readBlocks(text, [source('F1'), source('F2')])).toEqual([
    { kind: 'heading', pieces: [{ text: 'First' }] },
    {
      kind: 'paragraph',
      pieces: [
        { text: 'Upgrade lodash ' },
        { source: source('F2'), position: 2 },
        { text: ' now ' },
        { text: '.' },
      ],
    },
    { kind: 'list', items: [[{ text: 'one ' }, { source: source('F1'), position: 1 }], [{ text: 'two' }]] },
    { kind: 'paragraph', pieces: [{ text: 'Then rest.' }] },
  ])
})

test('markup and URLs stay plain text', () => {
  const [block] = readBlocks('<img src=x> [a](https://example.org) ![b](c)', [])
  expect(block).toEqual({
    kind: 'paragraph',
    pieces: [{ text: '<img src=x> [a](https://example.org) ![b](c)' }],
  })
})

test('pages are deduplicated; copied text has no references', () => {
  expect(distinctSources([source('F1'), source('F2'), source('F3', 'other')])).toHaveLength(2)
  expect(plainAnswer('Upgrade lodash [F1]. Then [F2] rest.')).toBe('Upgrade lodash. Then rest.')
})

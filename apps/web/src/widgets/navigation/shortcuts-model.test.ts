import { expect, test } from 'vitest'
import { shortcutOf } from './shortcuts-model.ts'

const bare = { ctrlKey: false, metaKey: false, altKey: false }
const anywhere = { isTyping: false, hasSingleKeys: true }

test.each([
  ['/', 'search'],
  ['?', 'help'],
  ['j', 'next'],
  ['k', 'previous'],
  ['x', null],
  ['Enter', null],
  ['constructor', null],
])('%s triggers %s', (key, wanted) => expect(shortcutOf({ ...bare, key }, anywhere)).toBe(wanted))

test.each([
  { ...bare, metaKey: true, key: 'k' },
  { ...bare, ctrlKey: true, key: 'k' },
  { ...bare, ctrlKey: true, key: 'K' },
])('%o opens the palette, even from a field and with single keys off', (pressed) =>
  expect(shortcutOf(pressed, { isTyping: true, hasSingleKeys: false })).toBe('palette'),
)

test.each([
  [
    { ...bare, key: 'j' },
    { ...anywhere, isTyping: true },
  ],
  [
    { ...bare, key: 'j' },
    { ...anywhere, hasSingleKeys: false },
  ],
  [{ ...bare, key: 'j', ctrlKey: true }, anywhere],
  [{ ...bare, key: '/', altKey: true }, anywhere],
  [{ ...bare, key: 'k', ctrlKey: true, altKey: true }, anywhere],
])('%o is ignored, %o', (pressed, where) => expect(shortcutOf(pressed, where)).toBeNull())

import { expect, test } from 'vitest'
import {
  hasControls,
  removeInvisible,
  removeInvisibleWithinLines,
  showControls,
  showForbiddenInXml,
  toLine,
} from './invisible.ts'

const table = {
  NUL: '\0',
  escape: '\u001B',
  delete: '\u007F',
  'next line': '\u0085',
  CSI: '\u009B',
  'line separator': '\u2028',
  'paragraph separator': '\u2029',
  'left-to-right mark': '\u200E',
  'Arabic letter mark': '\u061C',
  override: '\u202E',
  isolate: '\u2066',
}
const drawsNothing = {
  ...table,
  'zero-width space': '\u200B',
  'zero-width joiner': '\u200D',
  'word joiner': '\u2060',
  'byte order mark': '\uFEFF',
  'soft hyphen': '\u00AD',
  'grapheme joiner': '\u034F',
  'Hangul filler': '\u3164',
  'variation selector': '\uFE0F',
  'variation selector 17': '\u{E0100}',
  tag: '\u{E0061}',
  'private use': '\uE000',
  unassigned: '\u{E0FFF}',
  'lone surrogate': '\uD800',
}

test.each(Object.entries(table))('%s is a control character, and shown in a terminal', (_, character) => {
  expect(hasControls(`a${character}b`)).toBe(true)
  expect(showControls(`a${character}b`)).toBe('a\uFFFDb')
})

test.each(Object.entries(drawsNothing))('%s draws nothing', (_, character) => {
  expect(removeInvisible(`a${character}b`)).toBe('ab')
  expect(removeInvisibleWithinLines(`a${character}b\n\tc`)).toBe('ab\n\tc')
  expect(toLine(`a ${character}\n${character}b`)).toBe('a b')
})

test.each(['Größe', '日本語', 'שלום', 'e\u0301', '😀', 'a-b_c.d/e', ' '])('%j stays', (text) => {
  expect([hasControls(text), showControls(text), removeInvisible(text)]).toEqual([false, text, text])
})

test('line breaks and tabs are control characters, and invisible', () => {
  expect(['\n', '\r', '\t'].map(hasControls)).toEqual([true, true, true])
  expect(removeInvisible('a\r\n\tb')).toBe('ab')
  expect(toLine(' a\r\n\tb ')).toBe('a b')
})

test('what XML cannot contain is shown', () => {
  expect(showForbiddenInXml('a\u0001\uFFFE\uDC00b\t\n😀')).toBe('a\uFFFD\uFFFD\uFFFDb\t\n😀')
})

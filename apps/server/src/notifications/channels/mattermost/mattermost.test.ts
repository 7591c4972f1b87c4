import { expect, test } from 'vitest'
import { longCharacters, longMessage, written } from '#testing/long-message.ts'
import { mattermost } from './index.ts'

test.each(Object.entries(longCharacters))(
  'a message in %s has the length that Mattermost accepts',
  (_, character) => {
    const { text } = JSON.parse(written(mattermost, longMessage(character, 400))) as { text: string }
    expect(text.length).toBeLessThanOrEqual(16_383)
  },
)

test('a short message has all lines', () => {
  expect(written(mattermost, longMessage('x', 5))).toContain('19 xxxxx')
})

test('only ok confirms a message', () => {
  expect(mattermost.accepts(200, 'ok')).toBe(true)
  expect(mattermost.accepts(200, '<html>')).toBe(false)
})

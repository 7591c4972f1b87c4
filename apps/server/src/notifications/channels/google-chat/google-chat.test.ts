import { expect, test } from 'vitest'
import { longCharacters, longMessage, written } from '#testing/long-message.ts'
import { googleChat } from './index.ts'

test.each(Object.entries(longCharacters))(
  'a message in %s has the size that Google Chat accepts, and says how many lines it omits',
  (_, character) => {
    const body = written(googleChat, longMessage(character, 400))
    const size = Buffer.byteLength(body)
    expect(size).toBeLessThanOrEqual(32_000)
    expect(size).toBeGreaterThan(32_000 / 2)
    expect(body).toMatch(/And \d\d more\./)
    expect(body).not.toMatch(/\\ud[89a-f]/)
  },
)

test('a short message has all lines', () => {
  expect(written(googleChat, longMessage('x', 5))).toContain('19 xxxxx')
})

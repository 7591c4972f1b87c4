import { expect, test } from 'vitest'
import { longCharacters, longMessage, written } from '#testing/long-message.ts'
import { teams } from './index.ts'

test.each(Object.entries(longCharacters))(
  'a message in %s has the size that Teams accepts, and says how many lines it omits',
  (_, character) => {
    const body = written(teams, longMessage(character, 400))
    const size = Buffer.byteLength(body)
    expect(size).toBeLessThanOrEqual(20_000)
    expect(size).toBeGreaterThan(20_000 / 2)
    expect(body).toMatch(/And \d\d more\./)
    expect(body).not.toMatch(/\\ud[89a-f]/)
  },
)

test('a short message has all lines', () => {
  expect(written(teams, longMessage('x', 5))).toContain('19 xxxxx')
})

test('a message is an adaptive card', () => {
  const body = JSON.parse(written(teams, longMessage('x', 5))) as { attachments: { contentType: string }[] }
  expect(body.attachments[0]!.contentType).toBe('application/vnd.microsoft.card.adaptive')
})

import { expect, test } from 'vitest'
import { longCharacters, longMessage, written } from '#testing/long-message.ts'
import { discord } from './index.ts'

test.each(Object.entries(longCharacters))(
  'a message in %s has the length that Discord accepts',
  (_, character) => {
    const { content, allowed_mentions: mentions } = JSON.parse(
      written(discord, longMessage(character, 400)),
    ) as {
      content: string
      allowed_mentions: object
    }
    expect(content.length).toBeLessThanOrEqual(2000)
    expect(mentions).toEqual({ parse: [] })
  },
)

test('an empty response confirms a message', () => {
  expect(discord.accepts(204, '')).toBe(true)
  expect(discord.accepts(302, '')).toBe(false)
})

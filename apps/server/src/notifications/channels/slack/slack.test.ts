import { expect, test } from 'vitest'
import { longCharacters, longMessage, written } from '#testing/long-message.ts'
import { slack } from './index.ts'

test.each(Object.entries(longCharacters))(
  'a message in %s has blocks of the length that Slack accepts',
  (_, character) => {
    const { text, blocks } = JSON.parse(written(slack, longMessage(character, 400))) as {
      text: string
      blocks: { type: string; text: { text: string } }[]
    }
    expect(text.length).toBeLessThan(4000)
    expect(blocks.length).toBeLessThanOrEqual(50)
    for (const { type, text: block } of blocks)
      expect(block.text.length).toBeLessThanOrEqual(type === 'header' ? 150 : 3000)
  },
)

test('splits no characters', () => {
  expect(written(slack, longMessage('🔥', 400))).not.toMatch(/\\ud[89a-f]/)
})

import { describe, expect, test } from 'vitest'
import { longCharacters, longMessage, rendering } from '#testing/long-message.ts'
import { joined, linesOf, markdown, mrkdwn, titleOf } from './chat-channel.ts'
import { withinBytes } from './within-bytes.ts'

const styles = { mrkdwn, markdown }

describe.each(Object.entries(longCharacters))('a long message in %s', (_name, character) => {
  const message = longMessage(character, 400)

  test.each(Object.keys(styles) as (keyof typeof styles)[])('splits no characters as %s', (style) => {
    const text = [titleOf(message, styles[style]), ...linesOf(message, rendering, styles[style])]
    expect(JSON.stringify(text)).not.toMatch(/\\ud[89a-f]/)
  })

  test('is cut to the size of a body by whole lines, and says how many it omits', () => {
    const body = withinBytes(20_000, message, (part) => ({ text: linesOf(part, rendering, markdown) }))
    const size = Buffer.byteLength(body)
    expect(size).toBeLessThanOrEqual(20_000)
    expect(size).toBeGreaterThan(10_000)
    expect(body).toMatch(/And \d\d more\./)
  })

  test('is cut to a length by whole lines', () => {
    const lines = linesOf(message, rendering, markdown)
    const text = joined(lines, 10_000)
    expect(text.length).toBeLessThanOrEqual(10_000)
    expect(lines.join('\n')).toContain(text.slice(0, -1))
  })
})

test.each(Object.values(styles))('a short message has all lines', (style) => {
  expect(linesOf(longMessage('x', 5), rendering, style).join('\n')).toContain('19 xxxxx')
})

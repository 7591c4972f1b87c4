import type { NotificationMessage } from '@assay/contract/notification-messages.ts'
import { describe, expect, test } from 'vitest'
import { textsIn } from '#notifications/messages/notification-texts.ts'
import { chatKinds } from './render-channel.ts'
import { webhookBody } from './sign-webhook.ts'
import { withinBytes } from './within-bytes.ts'

const origin = 'https://assay.example.org'
const texts = textsIn('en')

/** Twenty lines about projects whose names repeat a character. */
function messageOf(character: string, count: number): NotificationMessage {
  const name = character.repeat(count)
  const lines = Array.from({ length: 20 }, (_, index) => ({
    kind: 'scanFailed' as const,
    severity: null,
    title: `${index} ${name}`,
    detail: name,
    count: 1,
    projectCount: 5,
    projects: Array.from({ length: 5 }, () => name),
    path: `/projects?branch=${encodeURIComponent(name.slice(0, 100))}`,
  }))
  return { title: `${name}, and 39 more`, at: 0, lines, more: 20, total: 40 }
}

const written = (kind: keyof typeof chatKinds, message: NotificationMessage): string => {
  const { body, maxBytes = Infinity } = chatKinds[kind]
  return withinBytes(maxBytes, message, (part) => body(part, { origin, texts }))
}

const hostile = { Chinese: '漏', 'an emoji': '🔥', Latin: 'x', punctuation: '*', 'an angle bracket': '<' }

describe.each(Object.entries(hostile))('a long message in %s', (_name, character) => {
  const message = messageOf(character, 400)

  test('has the size that Teams, Google Chat and webhooks accept, and says how many lines it omits', () => {
    for (const [body, maxBytes] of [
      [written('teams', message), 20_000],
      [written('googleChat', message), 32_000],
      [webhookBody(message, origin), 20_000],
    ] as const) {
      const size = Buffer.byteLength(body)
      expect(size).toBeLessThanOrEqual(maxBytes)
      expect(size).toBeGreaterThan(maxBytes / 2)
      expect(body).toMatch(/And \d\d more\.|"more":\d\d/)
    }
  })

  test('has the length that Discord and Mattermost accept', () => {
    const discord = JSON.parse(written('discord', message)) as { content: string }
    expect(discord.content.length).toBeLessThanOrEqual(2000)
    const mattermost = JSON.parse(written('mattermost', message)) as { text: string }
    expect(mattermost.text.length).toBeLessThanOrEqual(16_383)
  })

  test('has blocks of the length that Slack accepts', () => {
    const { text, blocks } = JSON.parse(written('slack', message)) as {
      text: string
      blocks: { type: string; text: { text: string } }[]
    }
    expect(text.length).toBeLessThan(4000)
    expect(blocks.length).toBeLessThanOrEqual(50)
    for (const { type, text: block } of blocks)
      expect(block.text.length).toBeLessThanOrEqual(type === 'header' ? 150 : 3000)
  })

  test('splits no characters', () => {
    for (const kind of Object.keys(chatKinds) as (keyof typeof chatKinds)[])
      expect(written(kind, message)).not.toMatch(/\\ud[89a-f]/)
  })
})

test('a short message has all lines', () => {
  const message = messageOf('x', 5)
  for (const kind of ['teams', 'googleChat', 'mattermost'] as const)
    expect(written(kind, message)).toContain('19 xxxxx')
})

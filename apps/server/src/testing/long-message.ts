import type { NotificationMessage } from '@assay/contract/notification-messages.ts'
import type { ChatChannel } from '#notifications/channels/core/chat-channel.ts'
import { withinBytes } from '#notifications/channels/core/within-bytes.ts'
import { textsIn } from '#notifications/messages/notification-texts.ts'

/** Characters that are longer in UTF-8, in JSON or in markup than they look. */
export const longCharacters = {
  Chinese: '漏',
  'an emoji': '🔥',
  Latin: 'x',
  punctuation: '*',
  'an angle bracket': '<',
}

export const rendering = { origin: 'https://assay.example.org', texts: textsIn('en') }

/** Twenty lines about projects whose names repeat a character. */
export function longMessage(character: string, count: number): NotificationMessage {
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

/** The body that is posted to the service, as text. */
export const written = (
  { body, maxBytes = Infinity }: Pick<ChatChannel, 'body' | 'maxBytes'>,
  message: NotificationMessage,
): string => withinBytes(maxBytes, message, (part) => body(part, rendering))

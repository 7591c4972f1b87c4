import { expect, test } from 'vitest'
import { longCharacters, longMessage, rendering } from '#testing/long-message.ts'
import { webhookBody } from './sign-webhook.ts'

test.each(Object.entries(longCharacters))(
  'a message in %s has the recommended size, and says how many lines it omits',
  (_, character) => {
    const body = webhookBody(longMessage(character, 400), rendering.origin)
    const size = Buffer.byteLength(body)
    expect(size).toBeLessThanOrEqual(20_000)
    expect(size).toBeGreaterThan(10_000)
    expect(body).toMatch(/"more":\d\d/)
  },
)

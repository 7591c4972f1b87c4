import type { NotificationMessage } from '@assay/contract/notification-messages.ts'

/** The JSON of a message with as many lines as fit into so many bytes of UTF-8; the others are counted. */
export function withinBytes(
  maxBytes: number,
  message: NotificationMessage,
  write: (message: NotificationMessage) => object,
): string {
  for (let count = message.lines.length; ; count--) {
    const lines = message.lines.slice(0, count)
    const body = JSON.stringify(
      write({ ...message, lines, more: message.more + message.lines.length - count }),
    )
    if (Buffer.byteLength(body) <= maxBytes || count === 0) return body
  }
}

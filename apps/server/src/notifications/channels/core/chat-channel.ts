import type { NotificationMessage } from '@assay/contract/notification-messages.ts'
import { escapeMarkdown, markdownLink } from '@assay/text/markdown.ts'
import { escapeMrkdwn, mrkdwnLink } from '@assay/text/markup.ts'
import { factsOf, moreText } from '#notifications/messages/message-text.ts'
import { type NotificationTexts, textsIn } from '#notifications/messages/notification-texts.ts'
import { wordMessage } from '#notifications/messages/word-message.ts'
import type { Posted, PostedChannel, PostRequest } from './posted-channel.ts'
import { withinBytes } from './within-bytes.ts'

/** A chat service that accepts messages at a secret URL. */
export interface ChatChannel extends Pick<PostedChannel, 'accepts' | 'refuses'> {
  /** The JSON to post. */
  body(message: NotificationMessage, rendering: Rendering): object
  /** Maximum size of the whole body, for services that limit it. */
  maxBytes?: number
  /** Where and with what else it is posted; by default, to the secret URL. */
  target?(secret: Posted['secret']): ChatTarget
}

interface ChatTarget extends Omit<PostRequest, 'body'> {
  /** Properties of the body. */
  properties: object
}

export interface Rendering {
  /** The public address of the server, without a trailing slash. */
  origin: string
  /** In the language of the message. */
  texts: NotificationTexts
}

export function defineChat(chat: ChatChannel): PostedChannel & Pick<ChatChannel, 'body' | 'maxBytes'> {
  const { body, maxBytes = Infinity, target = atAddress, ...responses } = chat
  return {
    ...responses,
    body,
    maxBytes,
    request({ message: stored, language, origin, secret }) {
      const texts = textsIn(language)
      const { properties, ...rest } = target(secret)
      const write = (part: NotificationMessage) => ({ ...body(part, { origin, texts }), ...properties })
      return { ...rest, body: withinBytes(maxBytes, wordMessage(stored, texts), write) }
    },
  }
}

const atAddress = ({ address }: Posted['secret']): ChatTarget => ({
  url: address,
  headers: {},
  properties: {},
})

/** In UTF-16 code units, without half a character at the end. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text

/** Package and project names are untrusted: they must not create links or mentions. */
interface Style {
  text: (text: string) => string
  link: (title: string, address: string) => string
}
export const mrkdwn: Style = { text: escapeMrkdwn, link: mrkdwnLink }
export const markdown: Style = { text: escapeMarkdown, link: markdownLink }

const maxTitle = 300

export const titleOf = ({ title }: NotificationMessage, { text }: Style): string => text(cut(title, maxTitle))

/** A line for each item with its link, and how many more there are. */
export const linesOf = (
  message: NotificationMessage,
  { origin, texts }: Rendering,
  { text, link }: Style,
): string[] => [
  ...message.lines.map((line) => {
    const facts = factsOf(line, texts)
    return `• ${link(cut(line.title, 300), `${origin}${line.path}`)}${facts && ` · ${text(cut(facts, 600))}`}`
  }),
  ...(moreText(message, texts) ? [text(moreText(message, texts))] : []),
]

/** The lines that fit as a whole into so many characters. */
export function joined(lines: readonly string[], limit: number): string {
  let result = ''
  for (const line of lines) {
    if (result.length + line.length + 1 > limit) return `${result}…`
    result += `${line}\n`
  }
  return result.trimEnd()
}

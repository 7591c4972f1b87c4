import type { ChannelKind } from '@assay/contract/notification-channels.ts'
import type { NotificationMessage } from '@assay/contract/notification-messages.ts'
import { escapeMarkdown, markdownLink } from '@assay/text/markdown.ts'
import { escapeMrkdwn, mrkdwnLink } from '@assay/text/markup.ts'
import { factsOf, moreText } from '#notifications/messages/message-text.ts'
import type { NotificationTexts } from '#notifications/messages/notification-texts.ts'

/** The message format of a chat service, and the responses that confirm or reject a message. */
export interface ChatKind {
  body(message: NotificationMessage, rendering: Rendering): object
  /** Maximum size of the whole body, for services that limit it. */
  maxBytes?: number
  accepts(status: number, text: string): boolean
  /** For services that report errors with status 200: whether the response is a permanent rejection. */
  refuses?(text: string): boolean
}

interface Rendering {
  /** The public address of the server, without a trailing slash. */
  origin: string
  /** In the language of the message. */
  texts: NotificationTexts
}

export type PostedKind = Exclude<ChannelKind, 'email'>

const isOk = (status: number) => status >= 200 && status < 300
/** In UTF-16 code units, without half a character at the end. */
const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text
const maxTitle = 300

/** Package and project names are untrusted: they must not create links or mentions. */
interface Style {
  text: (text: string) => string
  link: (title: string, address: string) => string
}
const mrkdwn: Style = { text: escapeMrkdwn, link: mrkdwnLink }
const markdown: Style = { text: escapeMarkdown, link: markdownLink }

const linesOf = (
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

/** The lines that fit as a whole. */
function joined(lines: readonly string[], limit: number): string {
  let result = ''
  for (const line of lines) {
    if (result.length + line.length + 1 > limit) return `${result}…`
    result += `${line}\n`
  }
  return result.trimEnd()
}

/** Sections of at most 3,000 characters: https://docs.slack.dev/reference/block-kit/blocks/section-block */
function slackBlocks(message: NotificationMessage, rendering: Rendering): object[] {
  const lines = linesOf(message, rendering, mrkdwn)
  return [
    { type: 'header', text: { type: 'plain_text', text: cut(message.title, 150), emoji: false } },
    ...lines.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text: cut(text, 3000) } })),
  ]
}

const passingSlackErrors: ReadonlySet<string> = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'request_timeout',
  'service_unavailable',
  'team_added_to_org',
])

/** Whether an error of Slack's API is temporary. A response without error is not Slack's. */
export const isPassingSlackError = (error: string | undefined): boolean =>
  error === undefined || passingSlackErrors.has(error)

const teamsCard = (message: NotificationMessage, rendering: Rendering) => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version: '1.4',
  body: [
    { type: 'TextBlock', text: escapeMarkdown(cut(message.title, maxTitle)), weight: 'Bolder', wrap: true },
    ...linesOf(message, rendering, markdown).map((text) => ({ type: 'TextBlock', text, wrap: true })),
  ],
  actions: [
    {
      type: 'Action.OpenUrl',
      title: rendering.texts.open,
      url: `${rendering.origin}${message.lines[0]?.path ?? '/'}`,
    },
  ],
})

/** Renderers by chat service. */
export const chatKinds: Record<Exclude<PostedKind, 'webhook'>, ChatKind> = {
  slack: {
    body: (message, rendering) => ({
      text: cut(escapeMrkdwn(message.title), 3900),
      blocks: slackBlocks(message, rendering),
    }),
    accepts: (status, text) => status === 200 && text.trim() === 'ok',
  },
  // https://docs.slack.dev/reference/methods/chat.postMessage: the channel and the token are added when it is posted.
  slackApp: {
    body: (message, rendering) => ({
      text: cut(escapeMrkdwn(message.title), 3900),
      blocks: slackBlocks(message, rendering),
      unfurl_links: false,
    }),
    accepts: (status, text) => status === 200 && /^\s*\{\s*"ok"\s*:\s*true\b/.test(text),
    refuses: (text) => !isPassingSlackError(/"error"\s*:\s*"(\w+)"/.exec(text)?.[1]),
  },
  teams: {
    // 28 KB including what Teams adds, which can be more than 6 KB:
    // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook and
    // https://github.com/atc0005/go-teams-notify/issues/59
    maxBytes: 20_000,
    body: (message, rendering) => ({
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: teamsCard(message, rendering),
        },
      ],
    }),
    accepts: isOk,
  },
  mattermost: {
    body: (message, rendering) => ({
      text: joined(
        [`#### ${escapeMarkdown(cut(message.title, maxTitle))}`, ...linesOf(message, rendering, markdown)],
        16_000,
      ),
    }),
    accepts: (status, text) => status === 200 && text.trim() === 'ok',
  },
  discord: {
    body: (message, rendering) => ({
      content: joined(
        [`**${escapeMarkdown(cut(message.title, maxTitle))}**`, ...linesOf(message, rendering, markdown)],
        1_950,
      ),
      allowed_mentions: { parse: [] },
    }),
    accepts: isOk,
  },
  googleChat: {
    // https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create
    maxBytes: 32_000,
    body: (message, rendering) => ({
      text: [`*${escapeMrkdwn(cut(message.title, maxTitle))}*`, ...linesOf(message, rendering, mrkdwn)].join(
        '\n',
      ),
    }),
    accepts: isOk,
  },
}

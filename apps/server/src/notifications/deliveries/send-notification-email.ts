import { deliveryText } from '#notifications/channels/core/texts.ts'
import { htmlText, plainText } from '#notifications/messages/message-text.ts'
import type { NotificationTexts } from '#notifications/messages/notification-texts.ts'
import type { Message } from '#notifications/messages/compose-message.ts'
import { wordMessage } from '#notifications/messages/word-message.ts'
import type { AppContext } from '#context.ts'
import { publicAddress } from '#platform/http/public-address.ts'
import type { Attempt } from './attempt.ts'
import { type Subscription, unsubscribeToken } from './unsubscribe-token.ts'

interface NotificationEmail {
  uuid: string
  message: Message
  /** In the language of the recipient. */
  texts: NotificationTexts
  /** The subject of the unsubscribe link. */
  subscription: Subscription
}

const maxSubject = 200

/** As HTML and text, with one-click unsubscribe (RFC 8058). */
export async function sendNotificationEmail(
  { mail, config, vault }: Pick<AppContext, 'mail' | 'config' | 'vault'>,
  { uuid, message: stored, texts, subscription }: NotificationEmail,
): Promise<Attempt> {
  if (!mail) return { state: 'failed', error: deliveryText('mailServerMissing'), isFinal: true }
  const origin = publicAddress(config)
  const token = unsubscribeToken(vault, subscription)
  // Mail programs post to the first; people open the second.
  const oneClick = `${origin}/api/v1/notifications/unsubscribe?token=${token}`
  const rendering = { texts, origin, unsubscribe: `${origin}/unsubscribe#${token}` }
  const message = wordMessage(stored, texts)
  try {
    await mail.send({
      id: uuid,
      to: subscription.email,
      subject: message.title.slice(0, maxSubject),
      text: plainText(message, rendering),
      html: htmlText(message, rendering),
      headers: {
        'List-Unsubscribe': `<${oneClick}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    })
    return { state: 'delivered' }
  } catch (error) {
    const { responseCode = 0, command } = error as MailError
    const reason = responseCode > 0 ? 'mailServerAnswered' : 'mailServerAway'
    return {
      state: 'failed',
      error: deliveryText(reason, { status: responseCode }),
      isFinal: isOfEmail(command) && isPermanent(responseCode),
    }
  }
}

/** https://nodemailer.com/smtp#error-handling */
interface MailError {
  /** The reply of the mail server, if it replied. */
  responseCode?: number
  /** The step that failed. */
  command?: string
}

/** Other steps, such as the greeting and the login, concern the mail server and its credentials. */
const isOfEmail = (command = ''): boolean => ['RCPT TO', 'DATA'].includes(command)

/** 5yz, except 503, a command out of order: https://www.rfc-editor.org/rfc/rfc5321#section-4.2.1. */
const isPermanent = (code: number): boolean => code >= 500 && code !== 503

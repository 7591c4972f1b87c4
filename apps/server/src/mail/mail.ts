import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

export interface Letter {
  to: string
  subject: string
  text: string
}

export interface Mail {
  /** Whether the mail server took it; false without one, and when it fails, which is logged. */
  send(letter: Letter): Promise<boolean>
}

interface MailOptions {
  config: Pick<Config, 'mail'>
  log: { error(context: object, message: string): void }
}

const timeoutMs = 20_000

/** Mail by the configured SMTP server; console:// prints, for development. */
export function openMail({ config: { mail }, log }: MailOptions): Mail {
  if (mail === undefined) return { send: () => Promise.resolve(false) }
  if (mail.url.startsWith('console:')) return { send: print }
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({
    url: mail.url,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(letter) {
      try {
        await transport.sendMail({ from: mail.from, ...letter })
        return true
      } catch (error) {
        log.error({ err: error }, 'A mail could not be sent')
        return false
      }
    },
  }
}

const print: Mail['send'] = ({ to, subject, text }) =>
  Promise.resolve(process.stdout.write(`Mail to ${to}: ${subject}\n${text}\n`) || true)

import type { Config } from '#config.ts'

export interface Email {
  /** The same when an email is sent again because nobody knows whether it was sent. */
  id: string
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
}

export interface Mail {
  /** Returns when the mail server has taken it; throws otherwise. */
  send(email: Email): Promise<void>
  /** Connects and logs in without sending; throws when the mail server cannot be used. */
  check(): Promise<void>
}

const timeoutMs = 20_000

/** Mail by the configured SMTP server; console:// prints, for development. null: nothing is mailed. */
export function openMail({ mail }: Pick<Config, 'mail'>): Mail | null {
  if (mail === undefined) return null
  if (mail.url.startsWith('console:')) return { send: print, check: () => Promise.resolve() }
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  // Its library takes 5 MB of heap, and not every server sends mail.
  const connect = async () =>
    (await import('nodemailer')).createTransport({
      url: mail.url,
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  return {
    async send({ id, ...email }) {
      const transport = await connect()
      await transport.sendMail({ from: mail.from, messageId: `<${id}@assay>`, ...email })
    },
    async check() {
      const transport = await connect()
      await transport.verify()
    },
  }
}

const print: Mail['send'] = async ({ to, subject, text }) => {
  process.stdout.write(`Mail to ${to}: ${subject}\n${text}\n`)
}

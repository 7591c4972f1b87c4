import type { Config } from '#config.ts'

export interface Email {
  /** Stays the same if an email is sent again after an unknown result. */
  id: string
  to: string
  subject: string
  text: string
  html?: string
  headers?: Record<string, string>
}

export interface Mail {
  /** Resolves when the mail server has accepted the email. */
  send(email: Email): Promise<void>
  /** Connects and authenticates without sending. Throws if the mail server cannot be used. */
  check(): Promise<void>
}

const timeoutMs = 20_000

/** Email by the configured SMTP server; console:// prints, for development. null if not configured. */
export function openMail({ mail }: Pick<Config, 'mail'>): Mail | null {
  if (mail === undefined) return null
  if (mail.url.startsWith('console:')) return { send: print, check: () => Promise.resolve() }
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  // Loaded on demand: the library takes 5 MB of heap, and not every server sends email.
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

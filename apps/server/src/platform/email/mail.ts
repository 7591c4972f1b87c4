import type { Config } from '#config.ts'
import { traced } from '#platform/traces/tracing.ts'

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
  const { url, requireTLS } = secured(mail.url)
  // Loaded on demand: the library takes 5 MB of heap, and not every server sends email.
  const connect = async () =>
    (await import('nodemailer')).createTransport({
      url,
      requireTLS,
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  return {
    async send({ id, ...email }) {
      const transport = await connect()
      const { hostname } = new URL(url)
      const span = { name: 'send mail', kind: 'client', attributes: { 'server.address': hostname } } as const
      await traced(span, () => transport.sendMail({ from: mail.from, messageId: `<${id}@assay>`, ...email }))
    },
    async check() {
      const transport = await connect()
      await transport.verify()
    },
  }
}

/** Emails hold login links: without TLS, only within this machine or if the operator says so by ?tls=off. */
function secured(address: string): { url: string; requireTLS: boolean } {
  const url = new URL(address)
  const isOff = url.searchParams.get('tls') === 'off'
  url.searchParams.delete('tls')
  return { url: url.href, requireTLS: !isOff && url.protocol === 'smtp:' && !isLoopback(url.hostname) }
}

const isLoopback = (host: string): boolean => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/i.test(host)

const print: Mail['send'] = async ({ to, subject, text }) => {
  process.stdout.write(`Mail to ${to}: ${subject}\n${text}\n`)
}

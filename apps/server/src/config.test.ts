import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isUnencrypted } from './setting-values.ts'
import { secretVariables } from './secret-files.ts'
import { ConfigError, Environment, readConfig } from './config.ts'

const root = join(import.meta.dirname, '../../..')
const settings = readFileSync(join(root, 'docs/operate/settings.md'), 'utf8')
const schemas = new Map(Object.entries(Environment.shape))

/** The rows of the table; a row may list several variables with the same default. */
const rows = settings
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => {
    const [, names = '', defaultCell = ''] = line.split('|')
    return [...names.matchAll(/`([^`]+)`/g)].map((match) => ({ name: match[1]!, defaultCell }))
  })

describe('the table of settings', () => {
  test('lists every variable of the server exactly once', () => {
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...schemas.keys()].toSorted())
  })

  test.each(rows)('has the default of $name', ({ name, defaultCell }) => {
    const schema = schemas.get(name)!
    // Defaults in words, such as 'generated and printed once', are not in the schema.
    const literal = /^ `([^`]+)`/.exec(defaultCell)?.[1]
    expect(schema.parse(undefined)).toEqual(literal === undefined ? undefined : schema.parse(literal))
  })
})

test('documents mention no other variable', () => {
  const documents = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.md') && !/node_modules|^data\b/.test(path),
  )
  // Read by apps/cli/src/settings.ts.
  const ofCommandLine = ['ASSAY_URL', 'ASSAY_TOKEN', 'ASSAY_HOME', 'ASSAY_REGISTRY_MIRRORS']
  const files = secretVariables.map((name) => `${name}_FILE`)
  const unknown = documents.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\bASSAY_[A-Z0-9_]+/g)]
      .map(([name]) => name)
      .filter((name) => !schemas.has(name) && !files.includes(name) && !ofCommandLine.includes(name))
      .map((name) => `${path} names ${name}`),
  )
  expect(unknown).toEqual([])
})

test.each([
  ['postgres://assay@db.example.org/assay', true],
  ['postgres://assay@10.0.0.5:5432/assay', true],
  ['postgres://assay@db.example.org/assay?sslmode=verify-full', false],
  ['postgres://assay@db.example.org/assay?sslmode=disable', false],
  ['postgres://assay@127.0.0.1:5432/assay', false],
  ['postgres://assay@localhost/assay', false],
  ['postgres://assay@[::1]/assay', false],
  ['postgres:///assay?host=/run/postgresql', false],
])('%s is a connection whose encryption nothing says: %s', (url, isUnsaid) => {
  expect(isUnencrypted(url)).toBe(isUnsaid)
})

describe('a bad value', () => {
  const messagesOf = (settings: Record<string, string>) => {
    try {
      readConfig(settings)
    } catch (error) {
      if (error instanceof ConfigError) return error.message.split('\n')
      throw error
    }
    return []
  }

  const secret = 'correct-horse'
  const bad = [
    ' ',
    secret,
    `${secret}@`,
    `https://user:${secret}@example.org`,
    `ftp://user:${secret}@example.org`,
    `npm=${secret}`,
    'x',
    '-1',
    '1.5',
    '1e9',
    secret.repeat(10_000),
  ]
  const validatorProse =
    /expected|received|[Ii]nvalid|Too (?:big|small)|Unrecognized|pattern|[<>]|NaN|undefined/
  /** Any text will do. */
  const isText = ['ASSAY_HOST', 'ASSAY_DATA', 'ASSAY_AUDIT_FILE']
  /** Wrong alone, with a message about all of them. */
  const ofSeveral = [
    'ASSAY_TLS_CERTIFICATE',
    'ASSAY_TLS_KEY',
    'ASSAY_HEADER_LOGIN_SECRET',
    'ASSAY_HEADER_LOGIN_JWT',
    'ASSAY_HEADER_LOGIN_JWT_KEYS',
    'ASSAY_HEADER_LOGIN_JWT_ISSUER',
    'ASSAY_HEADER_LOGIN_JWT_AUDIENCE',
  ]

  test.each([...schemas.keys()].filter((name) => !ofSeveral.includes(name)))(
    'of %s is reported once, by name, with what is expected and without the value',
    (name) => {
      const messages = bad.map((value) => messagesOf({ [name]: value })).filter(({ length }) => length > 0)
      expect(messages.length > 0).toBe(!isText.includes(name))
      for (const [message = '', ...others] of messages) {
        expect(others).toEqual([])
        expect(message).toMatch(
          new RegExp(String.raw`^The setting ${name} must (?:be|have|not contain) \S.*[^.]\.$`),
        )
        expect(message.split(name)).toHaveLength(2)
        expect(message).not.toMatch(validatorProse)
        expect(message).not.toContain(secret)
      }
    },
  )

  test.each<[Record<string, string>, string]>([
    [{ ASSAY_PORT: 'http' }, 'ASSAY_PORT must be a number'],
    [{ ASSAY_PORT: '70000' }, 'ASSAY_PORT must be at most 65535'],
    [{ ASSAY_ROLES: 'web,cron' }, 'ASSAY_ROLES must be a comma-separated list of web and worker'],
    [{ ASSAY_RELEASES: 'perhaps' }, 'ASSAY_RELEASES must be true or false'],
    [{ ASSAY_PUBLIC_URL: 'assay' }, 'ASSAY_PUBLIC_URL must be a URL, such as https://example.org'],
    [
      { DATABASE_URL: 'mysql://db' },
      'DATABASE_URL must be a PostgreSQL URL, such as postgres://db.example.org:5432/assay',
    ],
    [
      { ASSAY_SMTP_URL: 'mail.example.org' },
      'ASSAY_SMTP_URL must be an SMTP URL, such as smtp://mail.example.org:587, or console://',
    ],
    [{ ASSAY_SECRET_KEY: 'short' }, 'ASSAY_SECRET_KEY must have at least 32 characters'],
    [{ ASSAY_ADMIN_EMAIL: 'root' }, 'ASSAY_ADMIN_EMAIL must be an email address'],
  ])('%j', (settings, message) => {
    expect(messagesOf(settings)).toEqual([`The setting ${message}.`])
  })

  test('is reported together with all others', () => {
    expect(messagesOf({ ASSAY_PORT: 'http', ASSAY_RELEASES: 'perhaps' })).toHaveLength(2)
  })
})

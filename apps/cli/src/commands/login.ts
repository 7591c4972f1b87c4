import type { LoginChallenge } from '@assay/contract/credentials.ts'
import { ApiError } from '@assay/sdk/api-error.ts'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { clientOf, connect } from '../api.ts'
import { forgetToken, saveToken, readUrl, type Settings } from '../settings.ts'

interface LoginOptions {
  url?: string
  email?: string
  passwordStdin?: boolean
}

/** Exchanges email and password for an API token, which is stored; the password is not. */
export async function logIn(settings: Settings, options: LoginOptions): Promise<void> {
  const url = options.url === undefined ? settings.url : readUrl(options.url)
  const email = options.email ?? (await ask('Email: '))
  const password = options.passwordStdin ? await readAll() : await ask('Password: ', true)
  const response = await connect(url).credentials.login({ body: { email, password } }).catch(withoutHint)
  const session = 'token' in response ? response.token : await answerChallenge(url, response)
  const api = connect(url, `Bearer ${session}`)
  const { account } = await api.users.me()
  const created = await api.tokens.create({
    params: { accountUuid: account.uuid },
    body: { name: `cli on ${hostname()}`.slice(0, 100) },
  })
  await api.credentials.logout()
  saveToken(settings, { url, token: created.token, accountUuid: account.uuid, tokenUuid: created.uuid })
  process.stderr.write(`Logged in to ${account.name} at ${url}.\n`)
}

/** Asks for an authenticator or recovery code; text messages require the browser. */
async function answerChallenge(
  url: string,
  { challenge, methods, mustSetUp }: LoginChallenge,
): Promise<string> {
  const method = methods.includes('app') ? 'app' : 'scratch-codes'
  if (mustSetUp || !methods.includes(method)) {
    throw new CommandError(
      exitCodes.unauthorized,
      `A second factor is needed: log in at ${url}, create an API token there, and set ASSAY_TOKEN.`,
    )
  }
  const totp = await ask(method === 'app' ? 'Authenticator code: ' : 'Recovery code: ')
  const response = await connect(url)
    .mfa.validate({ params: { method }, body: { totp, challenge } })
    .catch(withoutHint)
  if ('token' in response) return response.token
  throw new CommandError(exitCodes.unauthorized, 'The code was not accepted.')
}

/** Removes the advice to log in. */
function withoutHint(error: unknown): never {
  if (error instanceof ApiError && error.status === 401)
    throw new CommandError(exitCodes.unauthorized, `${error.message}.`)
  throw error
}

export async function logOut(settings: Settings): Promise<void> {
  const { credentials } = settings
  if (credentials === null) throw new CommandError(exitCodes.unauthorized, 'You are not logged in.')
  const { accountUuid, tokenUuid } = credentials
  try {
    await clientOf(credentials).tokens.revoke({ params: { accountUuid, tokenUuid } })
  } catch (error) {
    // 401 and 404: already revoked elsewhere.
    if (!(error instanceof ApiError && [401, 404].includes(error.status))) throw error
  }
  forgetToken(settings)
  process.stderr.write(`Logged out of ${credentials.url}.\n`)
}

async function ask(question: string, isHidden = false): Promise<string> {
  if (!process.stdin.isTTY) {
    const advice = isHidden ? 'Pass --password-stdin' : 'Pass --email, or an API token in ASSAY_TOKEN'
    throw new CommandError(exitCodes.configuration, `${advice}: this is not an interactive terminal.`)
  }
  const lines = createInterface({
    input: process.stdin,
    output: isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr,
    terminal: true,
  })
  // Muted only now: before, the terminal itself would echo input.
  if (isHidden) process.stderr.write(question)
  try {
    const line = await lines.question(isHidden ? '' : question)
    return isHidden ? line : line.trim()
  } finally {
    lines.close()
    if (isHidden) process.stderr.write('\n')
  }
}

async function readAll(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += String(chunk)
  return text.replace(/\r?\n$/, '')
}

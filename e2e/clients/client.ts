/**
 * Shared by the clients of this folder: plain HTTP with ASSAY_URL and ASSAY_TOKEN, and error exits. They use neither
 * contract nor SDK: each does what external programs do, and exits with 1 if a response only looks right.
 */
import { setTimeout as sleep } from 'node:timers/promises'

export interface ClientResponse {
  status: number
  headers: Headers
  bytes: Buffer
  text: string
}

interface Request {
  body?: unknown
  headers?: Record<string, string>
  isAnonymous?: boolean
}

const base = required('ASSAY_URL').replace(/\/$/, '')

function required(name: string): string {
  return process.env[name] ?? fail(`Set ${name}`)
}

/** Ends the client with exit code 1 and the reason. */
export function fail(reason: string): never {
  process.stderr.write(`FALSE: ${reason}\n`)
  process.exit(1)
}

/** Fails with the reason unless the condition holds. */
export function check(condition: unknown, reason: string): asserts condition {
  if (!condition) fail(reason)
}

/** Prints the summary that marks success. */
export function done(summary: string): void {
  process.stdout.write(`OK: ${summary}\n`)
}

/** The command-line arguments by name; none may be missing. */
export function args<const N extends readonly string[]>(...names: N): Record<N[number], string> {
  const cliArgs = process.argv.slice(2)
  const entries = names.map((name, at) => [name, cliArgs[at] ?? fail(`Usage: ${names.join(' ')}`)] as const)
  return Object.fromEntries(entries) as Record<N[number], string>
}

export async function ask(method: string, path: string, request: Request = {}): Promise<ClientResponse> {
  const { body, headers = {}, isAnonymous = false } = request
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(!isAnonymous && { authorization: `token ${required('ASSAY_TOKEN')}` }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body instanceof FormData && { body }),
    ...(body !== undefined && !(body instanceof FormData) && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') }
}

/** The text of a response, which must have one of the statuses. */
export async function textOf(
  method: string,
  path: string,
  { statuses = [200], ...request }: Request & { statuses?: number[] } = {},
): Promise<string> {
  const { status, text } = await ask(method, path, request)
  check(
    statuses.includes(status),
    `${method} ${path} answered ${status}, not ${statuses.join(' or ')}: ${text}`,
  )
  return text
}

/** The JSON of a response, which must have one of the statuses. */
export async function jsonOf<T>(
  method: string,
  path: string,
  request: Request & { statuses?: number[] } = {},
): Promise<T> {
  const text = await textOf(method, path, request)
  try {
    return JSON.parse(text) as T
  } catch {
    return fail(`${method} ${path} is no JSON: ${text.slice(0, 200)}`)
  }
}

export const get = <T>(path: string): Promise<T> => jsonOf<T>('GET', path)

/** A non-empty list: a broken server would return an empty one, too. */
export async function listOf<T>(path: string): Promise<T[]> {
  const list = await get<T[]>(path)
  check(Array.isArray(list), `GET ${path} did not return a list`)
  check(list.length > 0, `GET ${path} is empty`)
  return list
}

/** Polls until there is a result; fails after two minutes. */
export async function until<T>(what: string, read: () => Promise<T | null>): Promise<T> {
  const endMs = Date.now() + 120_000
  while (Date.now() < endMs) {
    const found = await read()
    if (found !== null) return found
    await sleep(200)
  }
  return fail(`Timed out waiting for ${what}`)
}

/** Polls a job: 404 with a percentage as the whole body, then 200 with just `100`. */
export async function waitUntilReady(path: string): Promise<number[]> {
  const percentages: number[] = []
  await until(`${path}: 100`, async () => {
    const { status, text } = await ask('GET', path)
    check(status === 200 || status === 404, `${path} answered ${status}: ${text}`)
    check(/^\d{1,3}$/.test(text), `${path} answered ${status} with "${text}", which is not a percentage`)
    const percentage = Number(text)
    if (status === 200) {
      check(percentage === 100, `${path} is ready at ${text} percent`)
      return true
    }
    check(percentage < 100, `${path} is at 100 percent and not ready`)
    check(percentage >= (percentages.at(-1) ?? 0), `${path} went back to ${text} percent`)
    percentages.push(percentage)
    return null
  })
  return percentages
}

export interface Advice {
  id: string
  cve: string | null
  severity: string
  library: { name: string; language: string }
  exclusions?: unknown[]
}

export interface Report {
  uuid: string
  outcome: string
  tool: string
  project: { uuid: string; url: string; branch: string }
  security: Domain<{ dependency: { name: string; version: string }; advices: Advice[] }>
  stability: { score: number }
  licensing: { score: number }
  /** Whether anything was known to compute the score from. */
  measured: { security: boolean; stability: boolean; licensing: boolean }
}

interface Domain<T> {
  score: number
  assessments: { language: string; reports: T[] }[]
}

/** Every advice with the version it concerns. */
export const advicesOf = (report: Report): { advice: Advice; dependency: string }[] =>
  report.security.assessments.flatMap(({ reports }) =>
    reports.flatMap(({ dependency, advices }) =>
      advices.map((advice) => ({ advice, dependency: `${dependency.name}@${dependency.version}` })),
    ),
  )

/** Checks the shape of a report: a missing score or list must not pass as a clean result. */
export function checkReport(report: Report, pid: string): Report {
  check(report?.project?.uuid === pid, `The report is of the project ${report?.project?.uuid}, not ${pid}`)
  check(['PASS', 'FAIL', 'UNDECLARED'].includes(report.outcome), `The outcome is ${report.outcome}`)
  for (const domain of ['security', 'stability', 'licensing'] as const) {
    const score = report[domain]?.score
    check(Number.isInteger(score) && score >= 0 && score <= 100, `The score of ${domain} is ${score}`)
    check(typeof report.measured?.[domain] === 'boolean', `Whether ${domain} was measured is unknown`)
  }
  check(Array.isArray(report.security.assessments), 'The report has no assessments')
  return report
}

export const reportOf = async (pid: string): Promise<Report> =>
  checkReport(await get<Report>(`/api/v1/reports/${pid}/full?branch=main`), pid)

export const ownAccount = async (): Promise<string> => {
  const { uuid } = await get<{ uuid?: string }>('/api/v1/accounts/me')
  check(/^[\da-f-]{36}$/.test(uuid ?? ''), `The account is ${uuid}`)
  return uuid!
}

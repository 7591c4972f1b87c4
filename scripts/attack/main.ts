/**
 * npm run attack -- [--seed N] [--requests N] [--only N]: starts a server and sends hostile requests, generated from
 * the contract, to every endpoint in every role, in several roles at once, with every kind of token and without a login.
 * No response may be a server error, contain data of another account or of a team that the caller is not in, or take
 * more than five seconds, and no prototype may change. --only repeats one request of a run with that seed.
 */
import { watchPrototypes } from '@assay/server/testing/prototypes.ts'
import { startAlone } from '@assay/server/testing/start-alone.ts'
import { endpoints } from '@assay/server/testing/contract-calls.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { describe, checkResponse, tooSlow } from './check-response.ts'
import { type AttackRequest, makeRequest } from './make-request.ts'
import { randomOf } from '../random.ts'
import { type Caller, seedCallers } from './seed.ts'
import { send } from './send.ts'
import { openTally } from './tally.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    requests: { type: 'string', default: '6000' },
    only: { type: 'string' },
  },
})
const seed = Number(values.seed)
const first = Number(values.only ?? 0)
const end = values.only === undefined ? Number(values.requests) : first + 1

/** Accounts degrade, as members are removed and tokens revoked. */
const requestsPerAccounts = 500
const inParallel = 6
const maxShown = 40
const maxListed = 20
/** Pause between two attempts of a slow request. */
const pauseMs = 2_000

/** Each request is random independently of earlier ones, so that it can be repeated alone. */
const seedOf = (number: number): number =>
  Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35)

const print = (line: string) => process.stdout.write(`${line}\n`)
const changed = watchPrototypes()
const defects = new Map<string, number>()
const slow: AttackRequest[] = []
let failed = 0

function report(kind: string, example: string): void {
  failed++
  const count = defects.get(kind) ?? 0
  defects.set(kind, count + 1)
  if (count === 0 && defects.size <= maxShown) print(`\n${kind}\n${example}`)
}

for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) =>
    report(`${event}: ${String(error)}`, `    ${error instanceof Error ? error.stack : ''}`),
  )

// In this process, so that changed prototypes and uncaught errors are detected.
const { server, stop } = await startAlone()
const port = Number(new URL(server.url).port)
const tally = openTally()
let callers: readonly Caller[]

/** Rotates callers per endpoint, so that each has called it after as many rounds as there are callers. */
const callerOf = (number: number): Caller => {
  const round = Math.floor(number / endpoints.length) + (number % endpoints.length) + seed
  return callers[round % callers.length]!
}

async function attack(number: number): Promise<void> {
  const random = randomOf(seedOf(number))
  const operation = endpoints[number % endpoints.length]!
  const caller = callerOf(number)
  const request = makeRequest(operation, { number, caller, random })
  const response = await send(port, request)
  tally.add(request, response)
  const wrong = checkResponse(request, response)
  if (wrong === tooSlow) slow.push(request)
  else if (wrong !== null) reportViolation(request, wrong, response.text)
  const names = changed()
  if (names.length > 0) {
    reportViolation(request, `changed ${names.join(', ')}`, '')
    throw new Error('What all objects share has changed: nothing after it can be relied on')
  }
}

/** Concurrent requests and other load make responses slow, so slow requests are repeated alone. */
async function retrySlowRequests(): Promise<void> {
  for (const request of slow.splice(0)) {
    let wrong: string | null = tooSlow
    for (let left = 4; left > 0 && wrong === tooSlow; left--) {
      wrong = checkResponse(request, await send(port, request))
      if (wrong === tooSlow) await sleep(pauseMs)
    }
    if (wrong !== null) reportViolation(request, wrong, '')
  }
}

function reportViolation(request: AttackRequest, wrong: string, response: string): void {
  const body = response.split('\r\n\r\n').at(-1)!.slice(0, 200)
  report(`${request.endpoint}: ${wrong}`, `${describe(request)}\n    response: ${body}\n${lastError()}`)
}

/** The server's log entry about it. */
function lastError(): string {
  const line = server
    .logged()
    .split('\n')
    .findLast((each) => each.includes('"level":50'))
  const logged = line === undefined ? null : (JSON.parse(line) as { err?: { stack?: string } })
  return (
    logged?.err?.stack
      ?.split('\n')
      .slice(0, 6)
      .map((each) => `      ${each}`)
      .join('\n') ?? ''
  )
}

/**
 * Creates new accounts and resets the lockout: password guesses among the requests block logins from this address for
 * up to 15 minutes, including those of the setup, and later requests would be rejected unprocessed.
 */
async function reseed(): Promise<readonly Caller[]> {
  await server.db.deleteFrom('login_failure').execute()
  return seedCallers(server)
}

const started = performance.now()
try {
  for (let from = first; from < end; from += requestsPerAccounts) {
    callers = await reseed()
    const until = Math.min(from + requestsPerAccounts, end)
    let next = from
    const work = async () => {
      while (next < until) await attack(next++)
    }
    await Promise.all(Array.from({ length: inParallel }, work))
    await retrySlowRequests()
    if ((until / requestsPerAccounts) % 10 === 0) print(`${until} requests`)
  }
  for (const line of server.logged().split('\n'))
    if (line.includes('"A scan failed"')) report('a scan failed', `    ${line.slice(0, 1_000)}`)
  if (!tally.isComplete()) report('not every endpoint was called by every caller', '')
} finally {
  await stop()
}

print('')
for (const line of tally.report()) print(line)
print(`seed ${seed}, ${((performance.now() - started) / 1000).toFixed(0)} s`)
// Printed last, so that it is at the end of a truncated log.
for (const [kind, count] of [...defects].slice(0, maxListed)) print(`FAILED ${count} × ${kind}`)
if (defects.size > maxListed) print(`FAILED ${defects.size - maxListed} more kinds, above`)
print(`${Math.max(0, end - first - failed)} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

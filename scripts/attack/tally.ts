import { endpoints } from '@assay/server/testing/contract-calls.ts'
import type { AttackRequest } from './make-request.ts'
import { callerCount } from './seed.ts'
import type { AttackResponse } from './send.ts'

/** Counts requests and responses for the summary of a run. */
export interface Tally {
  add(request: AttackRequest, response: AttackResponse): void
  report(): string[]
  /** False if the run was long enough, but some caller has not called some endpoint. */
  isComplete(): boolean
}

interface Slow {
  ms: number
  text: string
}

const slowestShown = 8

export function openTally(): Tally {
  const statuses = new Map<string, number>()
  const pairs = new Set<string>()
  let slowest: Slow[] = []
  let count = 0
  const possible = endpoints.length * callerCount
  return {
    isComplete: () => pairs.size === possible || count < possible,
    add({ number, endpoint, caller, how }, { status, ms }) {
      count++
      const name = String(status ?? 'none')
      statuses.set(name, (statuses.get(name) ?? 0) + 1)
      pairs.add(`${endpoint} ${caller.name}`)
      if (ms <= (slowest.at(slowestShown - 1)?.ms ?? 0)) return
      const text = `${(ms / 1000).toFixed(2)} s: #${number} ${endpoint} as ${caller.name}: ${how}, ${name}`
      slowest = [...slowest, { ms, text }].toSorted((one, other) => other.ms - one.ms).slice(0, slowestShown)
    },
    report() {
      const names = [...statuses.keys()].toSorted((one, other) => one.localeCompare(other))
      const counts = names.map((name) => `${statuses.get(name)} × ${name}`)
      return [
        `${count} requests to ${endpoints.length} endpoints by ${callerCount} callers; ` +
          `pairs of both: ${pairs.size} of ${possible}`,
        `responses: ${counts.join(', ')}`,
        'slowest responses, with others in flight:',
        ...slowest.map(({ text }) => `  ${text}`),
      ]
    },
  }
}

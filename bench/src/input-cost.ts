import { readDocument } from '@assay/engine/documents/read.ts'
import { hostileDocuments } from '@assay/engine/documents/testing/hostile-documents.ts'
import { hostileInput } from '@assay/server/testing/hostile-input.ts'
import { hostileBodies, hostileHeads } from '@assay/server/testing/hostile-requests.ts'
import { costOfRequest } from '@assay/server/testing/request-cost.ts'
import { openSessionFor } from '@assay/server/testing/sessions.ts'
import { startAlone } from '@assay/server/testing/start-alone.ts'
import type { Bench, Figure } from './bench.ts'

const small = 60_000
/** Input of the main thread is short; longer input is rejected. */
const smallInput = 20_000
const smallBody = 120_000
/** Node accepts at most 16 kB of request line and headers. */
const smallHead = 3_600
const factor = 4
const tries = 2

export const inputCost: Bench = {
  title: `Processor time to read a document that was made to take long, of ${small / 1000} kB and of ${(small * factor) / 1000} kB, other input of ${smallInput / 1000} kB and of ${(smallInput * factor) / 1000} kB, and requests with bodies of ${smallBody / 1000} kB and of ${(smallBody * factor) / 1000} kB or heads of ${smallHead / 1000} kB and of ${(smallHead * factor) / 1000} kB, with the status of the answer; the growth of what is linear is ${factor}, of what is quadratic ${factor ** 2}.`,
  async run() {
    const encoder = new TextEncoder()
    const documents = Object.entries(hostileDocuments).map(([what, { path, make }]) =>
      figure(what, small, (size) => {
        const bytes = encoder.encode(make(size))
        // Parsed documents are cached, so each attempt uses its own.
        return minOf(() => readDocument({ path, bytes: bytes.slice() }))
      }),
    )
    const rest = Object.entries(hostileInput).map(([what, make]) =>
      figure(what, smallInput, (size) => minOf(make(size))),
    )
    return [...documents, ...rest, ...(await requestCosts())]
  },
}

/** Cost in the whole server, which runs in this thread. */
async function requestCosts(): Promise<Figure[]> {
  const { server, stop } = await startAlone()
  const authorization = await openSessionFor(server, await server.newAccount())
  const tables = [
    { requests: hostileBodies, size: smallBody },
    { requests: hostileHeads, size: smallHead },
  ]
  const figures: Figure[] = []
  for (const { requests, size } of tables)
    for (const [what, make] of Object.entries(requests)) {
      const before = await costOfRequest(server.url, authorization, make(size))
      const after = await costOfRequest(server.url, authorization, make(size * factor))
      figures.push(figureOf(`${what} (${after.status})`, before.ms, after.ms))
    }
  await stop()
  return figures
}

const figure = (what: string, size: number, cost: (size: number) => number): Figure =>
  figureOf(what, cost(size), cost(size * factor))

function figureOf(what: string, before: number, after: number): Figure {
  const growth = before < 5 ? 'too short to tell' : `× ${(after / before).toFixed(1)}`
  return { what, figure: `${before.toFixed(1)} ms, ${after.toFixed(1)} ms`, note: growth }
}

/** Processor time of this thread, independent of other load on the machine. */
function minOf(run: () => unknown): number {
  const costs = Array.from({ length: tries }, () => {
    const before = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...costs)
}
